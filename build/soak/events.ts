import { playEventKills, serveEvents } from '../../electron/engine/testing/soak/event-kills.ts'

/**
 * `npm run soak:events [-- ROUNDS SEED]`: SIGKILL between "event accepted" and "run succeeded"; exits 1
 * when an event is lost or told twice.
 */
const [first = '500', second] = process.argv.slice(2)
if (first === 'child') await serveEvents(second!)
const seed = Number(second ?? Date.now() % 1_000_000)
const result = await playEventKills(Number(first), seed, [process.execPath, process.argv[1]!, 'child'])
const { rounds, accepted, failedShowings, dropped, missing, unsure, neverSeen, lost, twice } = result
console.log(
  `seed ${seed}: ${rounds} kills, ${accepted} events accepted, ${failedShowings} showings failed or ` +
    `were cut off, ${dropped} dropped and counted (${missing} accepted ones in no prompt, ${unsure} ` +
    `unanswered); lost ${lost.length}, told twice ${twice.length}, prompts no agent got ${neverSeen}`,
)
for (const list of [lost, twice]) if (list.length > 0) console.log(list.join('\n'))
process.exitCode = lost.length + twice.length + neverSeen > 0 ? 1 : 0
