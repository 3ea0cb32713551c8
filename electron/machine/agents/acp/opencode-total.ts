import type { Usage } from '../../../../shared/agents/agent-turn.ts'
import { asAmount, asObject, eventIn } from '../cli.ts'

/** What a session took so far. */
export interface Total {
  readonly usage: Usage
  readonly costUsd: number // 0 also where opencode knows no price
}

/**
 * What `opencode export` (1.18) says of a session before it comes to its messages: the beginning of what it prints is
 * enough. null: it cannot be read.
 */
export function totalIn(text: string): Total | null {
  const end = text.indexOf('\n  "messages": [')
  const info = asObject(eventIn(`${text.slice(0, end).trimEnd().replace(/,$/, '')}}`)?.['info'])
  const tokens = asObject(info['tokens'])
  const cache = asObject(tokens['cache'])
  const input = asAmount(tokens['input'])
  const output = asAmount(tokens['output'])
  if (end === -1 || input === null || output === null) return null
  return {
    usage: {
      input: input + (asAmount(cache['write']) ?? 0),
      cached: asAmount(cache['read']) ?? 0,
      output: output + (asAmount(tokens['reasoning']) ?? 0),
    },
    costUsd: asAmount(info['cost']) ?? 0,
  }
}
