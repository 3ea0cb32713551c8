const SCP = /^(?:[\w.-]+@)?([\w.-]+\.[\w-]+):(?!\/\/)\/?(\S+)$/
const ADDRESS = /^(https?|ssh|git|git\+ssh):\/\/(?:[^/@\s]*@)?([\w.-]+)(:\d{1,5})?\/(\S+)$/i
/** What may stand in the path of a page as it is. */
const PATH = /^[\w.~+/-]+$/

/**
 * The web page of a git remote. null: a folder, or an address without a host that could have one. Names and
 * passwords in it are left out.
 */
export function remotePage(remote: string): string | null {
  const text = remote.trim()
  const [, scheme, host, port, path] = ADDRESS.exec(text) ?? []
  // Only an address of the web says at which port its pages are.
  if (scheme !== undefined) return pageOf(`${host}${/^http/i.test(scheme) ? (port ?? '') : ''}`, path ?? '')
  const [, server, place] = SCP.exec(text) ?? []
  return server === undefined ? null : pageOf(server, place ?? '')
}

function pageOf(host: string, path: string): string | null {
  const place = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')
  return place === '' || !PATH.test(place) || place.split('/').includes('..')
    ? null
    : `https://${host}/${place}`
}
