// Runs n8n's node for Zulip as n8n does: `node n8n_node.cjs <the node's module> <JSON of the parameters>`, with the account in SITE, EMAIL
// and API_KEY. Prints what the node returns.
const [, , file, given] = process.argv
const { Zulip } = require(file)
const parameters = JSON.parse(given)
const { SITE, EMAIL, API_KEY } = process.env

async function request({ method, uri, qs, form, auth }) {
  const address = qs === undefined ? uri : `${uri}?${new URLSearchParams(qs)}`
  const authorization = `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`
  const body = form === undefined ? undefined : new URLSearchParams(form)
  const response = await fetch(address, { method, headers: { authorization }, body })
  const answer = await response.json()
  if (!response.ok) throw Object.assign(new Error(answer.msg), { statusCode: response.status, error: answer })
  return answer
}

const run = {
  getInputData: () => [{ json: {} }],
  getNodeParameter: (name) => parameters[name],
  getCredentials: async () => ({ url: SITE, email: EMAIL, apiKey: API_KEY }),
  getNode: () => ({ name: 'Zulip', type: 'n8n-nodes-base.zulip', typeVersion: 1 }),
  continueOnFail: () => false,
  helpers: {
    request,
    returnJsonArray: (data) => [data].flat().map((json) => ({ json })),
    constructExecutionMetaData: (items) => items,
  },
}

new Zulip().execute.call(run).then(
  ([items]) => console.log(JSON.stringify(items.map(({ json }) => json))),
  (error) => {
    console.log(JSON.stringify({ error: error.message, description: error.description }))
    process.exitCode = 1
  },
)
