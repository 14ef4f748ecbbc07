/** The response to an upload, whole or in parts (spec.md "POST /api/v1/user_uploads"). */
export function uploadedFile(path: string, filename: string) {
  const url = `/user_uploads/${path}`
  return { url, uri: url, filename }
}
