// Ends with 0 when the gateway of this container can serve: Postgres answers and Redis accepts writes.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 9991}/health/ready`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => ({ ok: false }))
process.exit(ok ? 0 : 1)
