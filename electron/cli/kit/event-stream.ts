import type { IncomingMessage } from 'node:http'

/**
 * The events of an answer that streams, each as the JSON it carried. Ends when the other side ends it; a
 * connection that breaks is an error.
 */
export async function* eventsOf(response: IncomingMessage): AsyncGenerator<unknown, unknown> {
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const { event, data } = readEvent(text.slice(0, end))
      text = text.slice(end + 2)
      if (event === 'done' || event === 'close') return data
      if (event === 'error')
        throw new Error(
          (data as { json?: { message?: string } } | undefined)?.json?.message ?? 'The stream broke off.',
        )
      if (event === 'message') yield data
    }
  }
  return undefined
}

/** Lines of a comment only keep the connection alive. */
function readEvent(block: string): { event: string | null; data: unknown } {
  let event: string | null = null
  let data: string | null = null
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value
    else if (field === 'data') data = data === null ? value : `${data}\n${value}`
  }
  return {
    event: event ?? (data === null ? null : 'message'),
    data: data === null || data === '' ? undefined : (JSON.parse(data) as unknown),
  }
}
