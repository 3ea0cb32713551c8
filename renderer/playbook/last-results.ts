import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { revealDeceptive } from '../../shared/base/hidden-text.ts'
import type { Task } from '../../shared/playbook/model.ts'
import type { LastResult } from '../../shared/runs/run.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { TASK_WORD } from '../../shared/views/words.ts'
import { EDITOR } from './copy.ts'
import { useBridge } from '../client/bridge.ts'
import { tableTime } from '../kit/time.ts'

/** What is known of the lines of a list from its beats. */
export interface LinesKnown {
  readonly results: readonly LastResult[]
  /** The text of the line that a beat works at this moment; null: none, or nobody tells. */
  readonly working: string | null
}
const NOTHING_KNOWN: LinesKnown = { results: [], working: null }

/** Anew after each beat. */
export function useLinesKnown({ id, last, running }: ThreadView): LinesKnown {
  const { api } = useBridge()
  const queries = useQueryClient()
  const { data } = useQuery(api.doc.results.queryOptions({ input: { id }, staleTime: Infinity }))
  const ended = last?.finishedAt ?? null
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: api.doc.results.key({ input: { id } }) })
  }, [queries, api, id, ended])
  const progress = running?.progress ?? null
  const working = progress !== null && progress.total > 0 ? progress.current : null
  return useMemo(() => ({ results: data ?? NOTHING_KNOWN.results, working }), [data, working])
}

/**
 * What is known of a task, by its very words: where only case or markup differs, it is the same task but another
 * command. null: no beat has worked it.
 */
export function resultOfTask(
  results: readonly LastResult[],
): (task: Pick<Task, 'key' | 'text'>) => LastResult | null {
  const byKey = new Map(results.map((result) => [result.key, result]))
  return ({ key, text }) => {
    const known = byKey.get(key)
    return known?.text === text ? known : null
  }
}

export const isNews = ({ status }: LastResult): boolean => status !== 'passed'

/** What the beat found, without the command where the line itself names it; '': it says no more than its status. */
export function foundWords({ text, note }: LastResult): string {
  const [, command = '', rest = ''] = /^(`[^`]+`) (.+)$/s.exec(note) ?? []
  const isNamed = command !== '' && text.includes(command)
  return revealDeceptive(isNamed ? rest : note)
}

/** Its status, what was found, and when. */
export const wholeResult = (result: LastResult): string =>
  EDITOR.lastResult(TASK_WORD[result.status], foundWords(result), resultTime(result))

export const resultTime = ({ at }: LastResult): string => tableTime(at, Date.now())
