export function ntfyTopic(url: string): { readonly server: string; readonly topic: string } | null {
  const match = /^(https?:\/\/[^/?#]+\/)([-_A-Za-z0-9]{1,64})$/i.exec(url)
  return match === null ? null : { server: match[1]!, topic: match[2]! }
}

const ALLOWED =
  'must be https://host/…, or http://host/… where the host is localhost or a private address such as 192.168.1.5'

/**
 * null: news may go there. Plain http only where the address itself says that it does not leave the house.
 */
export function addressProblem(url: string): string | null {
  const match =
    /^(https?):\/\/((?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?))(?::(\d{1,5}))?(?:[/?][\x21-\x7e]*)?$/i.exec(
      url,
    )
  if (match === null) return url.includes('@') ? `${ALLOWED}, without a name or password` : ALLOWED
  const [, scheme = '', host = '', port] = match
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
    return `has port ${port}; ports are 1 to 65535`
  if (url.includes('#') || url.includes('\\')) return 'must not contain # or \\'
  if (scheme.toLowerCase() === 'https' || isPrivateHost(host.toLowerCase())) return null
  return ALLOWED
}

/** Of an address that may be sent to: what its kind wants besides. null: it has that. */
export function kindProblem({
  kind,
  url,
  chat,
}: {
  readonly kind: string
  readonly url: string
  readonly chat: string | null
}): { readonly field: 'url' | 'chat'; readonly message: string } | null {
  if (kind === 'telegram' && chat === null)
    return { field: 'chat', message: 'Telegram needs the id of the chat' }
  if (kind === 'ntfy' && ntfyTopic(url) === null)
    return { field: 'url', message: 'must end with the topic, as in https://ntfy.sh/my-topic' }
  if (kind === 'telegram' && !/\/bot[^/?#]+(\/sendMessage)?\/?$/.test(url))
    return {
      field: 'url',
      message: 'must be the bot’s address, as in https://api.telegram.org/bot<token>/sendMessage',
    }
  return null
}

/** By the literal address alone: a name could lead anywhere. */
function isPrivateHost(host: string): boolean {
  if (host === 'localhost' || host === '[::1]' || /^\[f[cd][0-9a-f]{2}:[0-9a-f:]*\]$/.test(host)) return true
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)?.slice(1) ?? []
  if (
    parts.length !== 4 ||
    parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))
  )
    return false
  const [a = 0, b = 0] = parts.map(Number)
  return a === 127 || a === 10 || (a === 192 && b === 168) || (a === 172 && b >= 16 && b <= 31)
}
