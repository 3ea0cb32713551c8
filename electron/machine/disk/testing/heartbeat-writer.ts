import { createHeartbeatFiles } from '../heartbeat-files.ts'

/**
 * A child process that writes HEARTBEAT.md of the folder given, so that a test can kill or starve it.
 *   node heartbeat-writer FOLDER forever SIZE: one letter of the alphabet after the other, SIZE times
 *   node heartbeat-writer FOLDER once SIZE [USER]: "n" SIZE times, as the user of this number; prints the answer
 */
const [folder = '', how, size, user] = process.argv.slice(2)
if (user !== undefined) {
  process.setgid?.(Number(user))
  process.setuid?.(Number(user))
}
const files = createHeartbeatFiles()

async function writeOnce(letter: string): Promise<string> {
  const before = await files.read(folder)
  const written = await files.write(
    folder,
    letter.repeat(Number(size)),
    before.ok ? before.value.version : null,
  )
  return written.ok ? 'ok' : `${written.error.code}: ${written.error.message}`
}

if (how === 'once') {
  console.log(await writeOnce('n'))
} else {
  for (let i = 0; ; i++) {
    const answer = await writeOnce(String.fromCharCode(97 + (i % 26)))
    if (i === 0) console.log(answer)
  }
}
