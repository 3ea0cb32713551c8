import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const AGENT = fileURLToPath(new URL('agent.mjs', import.meta.url))

/** The agent's process. Throws in a run that it does not come back from. */
export function startAgent(folder: string) {
  const child = spawn(process.execPath, [AGENT, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** Returns the session in which it worked. */
    async run(session: string | null, prompt: string): Promise<string> {
      child.stdin.write(`${JSON.stringify({ session, prompt })}\n`)
      const line = await lines.next()
      if (line.done === true) throw new Error('the scripted agent has ended')
      return (JSON.parse(line.value) as { session: string }).session
    },
    end: () => child.stdin.end(),
  }
}
