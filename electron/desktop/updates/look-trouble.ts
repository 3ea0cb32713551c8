import { messageOf } from '../../../shared/base/error-message.ts'

const LONGEST = 200
const NETWORK = /\bnet::(ERR_[A-Z_]{1,60})\b|\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b/

/** Why a look for a newer copy came to nothing, as a sentence. The library puts whole answers into its messages. */
export function lookTrouble(error: unknown): string {
  const text = messageOf(error).slice(0, 4000)
  const code = NETWORK.exec(text)
  if (code !== null) return `github.com could not be reached (${code[1] ?? code[2]}).`
  const [line = ''] = text.split('\n', 1)
  return `No answer that can be used came from github.com: ${line.slice(0, LONGEST)}`
}
