import { SECOND } from '../../../../shared/base/time.ts'
import type { AgentSpec } from '../../../engine/ports/agents.ts'
import type { ProcessInput } from '../../process/process-runner.ts'
import type { Dialogue } from '../cli.ts'

/** An agent ends when its input does; one that does not is ended. */
const END_MS = 2 * SECOND

/** The input of an agent that is talked to: what is said before it runs waits for it. */
export function openTalk({ prompt, tools }: AgentSpec, cut: () => void): Talk {
  let input: ProcessInput | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const waiting: string[] = []
  return {
    dialogue: {
      prompt: prompt ?? '',
      token: tools?.token ?? '',
      write: (line) => (input === null ? void waiting.push(line) : input.write(line)),
      close: () => {
        if (isOver) return
        input?.end()
        timer ??= setTimeout(cut, END_MS)
      },
    },
    begin: (pipe) => {
      input = pipe
      for (const line of waiting.splice(0)) pipe.write(line)
    },
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
interface Talk {
  readonly dialogue: Dialogue
  readonly begin: (pipe: ProcessInput) => void
  readonly end: () => void
}
