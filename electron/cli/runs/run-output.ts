import { StringDecoder } from 'node:string_decoder'
import type { RunId } from '../../../shared/base/ids.ts'
import { hasGap } from '../../machine/process/capped-output.ts'
import type { Context } from '../kit/context.ts'
import { plain } from '../kit/text.ts'

const PIECE_BYTES = 256 * 1024

/**
 * What a run printed: byte for byte into a file or a pipe; on a terminal without what would move the cursor
 * or hide something. Where it printed no more than its record keeps, or the whole of it is gone, what the
 * record has.
 */
export async function printOutput({ session, out }: Context, id: RunId): Promise<void> {
  void out // from here on the pipe may close at any time, which it then minds
  const { client } = await session()
  const detail = await client.runs.get({ id })
  const write = (data: string | Uint8Array): Promise<void> | undefined =>
    process.stdout.write(data) ? undefined : new Promise((resolve) => process.stdout.once('drain', resolve))
  const decoder = new StringDecoder('utf8') // a piece may end inside a character
  const shown = (bytes: Buffer): string | Buffer =>
    process.stdout.isTTY ? plain(decoder.write(bytes)) : bytes
  let from = 0
  for (
    let piece = await client.runs.output({ id, limit: PIECE_BYTES });
    piece !== null;
    piece = await client.runs.output({ id, from, limit: PIECE_BYTES })
  ) {
    const bytes = Buffer.from(piece.base64, 'base64')
    if (bytes.length === 0) break
    await write(shown(bytes))
    from += bytes.length
  }
  if (from > 0) return
  if (hasGap(detail.output)) out.note('All of it is not kept any more; this is what its record has.')
  await write(process.stdout.isTTY ? plain(detail.output) : detail.output)
}
