import type { IncomingMessage } from 'node:http'
import { err, ok, type Result } from '../../../shared/base/result.ts'

/** large: more than `maxBytes`; slow: not whole within `limitMs`; gone: whoever sent it hung up. */
export function readBody(
  req: IncomingMessage,
  maxBytes: number,
  limitMs: number,
): Promise<Buffer | 'large' | 'slow' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (what: Buffer | 'large' | 'slow' | 'gone'): void => {
      clearTimeout(timer)
      req.removeAllListeners('data')
      resolve(what)
    }
    const timer = setTimeout(() => end('slow'), limitMs)
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) end('large')
      else chunks.push(chunk)
    })
    req.once('end', () => end(Buffer.concat(chunks)))
    req.once('error', () => end('gone'))
    req.once('close', () => end('gone'))
  })
}

/** An error is a sentence. */
export function parseJson(body: Buffer, maxDepth: number): Result<unknown, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (depthOf(text) > maxDepth) return err(`The JSON is nested deeper than ${maxDepth}.`)
    return ok(JSON.parse(text) as unknown)
  } catch {
    return err('The body is not JSON in UTF-8.')
  }
}
/** Before it is parsed: the deepest nesting outside of strings. */
function depthOf(json: string): number {
  let [depth, deepest, isInString] = [0, 0, false]
  for (let i = 0; i < json.length; i++) {
    const sign = json[i]
    if (isInString && sign === '\\') i++
    else if (sign === '"') isInString = !isInString
    else if (isInString) continue
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']') depth--
  }
  return deepest
}
