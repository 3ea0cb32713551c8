import type { Context } from '../kit/context.ts'
import { isConflict } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'
import { plain } from '../kit/text.ts'

/**
 * One beat for every thread that is on: what is due by its schedule, and the others as if a person asked.
 */
export async function beatAll(cx: Context, client: Client): Promise<void> {
  const { threads } = await client.snapshot()
  await client.beat.allDue()
  for (const t of threads.filter(
    (thread) => thread.intervalMs > 0 && thread.trusted && thread.pause === null,
  )) {
    try {
      const { state } = await client.beat.start({ id: t.id })
      cx.out.line(`${t.number} ${plain(t.name)}: ${state === 'running' ? 'is beating already' : 'beats now'}`)
    } catch (error) {
      // The budget is used up or the runner rests: no reason not to beat the others.
      if (!isConflict(error)) throw error
      cx.out.note(`${t.number} ${t.name} was not beaten: ${error.message}`)
    }
  }
}
