import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Instant } from '../../shared/base/time.ts'
import type { Retention } from '../../shared/history/history.ts'
import { attempt, messageOf } from '../client/attempt.ts'
import { bytes, count } from '../kit/text/amounts.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { confirm } from '../kit/dialog/confirm.ts'
import { Row } from '../kit/field.tsx'
import { HISTORY_COPY as COPY, KEPT_COPY } from './copy.ts'
import { inAWhile, localDate, span, useMinute } from '../kit/time.ts'

/** What is being done to the history. null: nothing was. */
type Work = { readonly text: string; readonly busy: boolean } | null

/** `clean` ends with the page that began it, `rebuild` does not. */
function useUpkeep(): {
  readonly work: Work
  readonly clean: () => Promise<void>
  readonly rebuild: () => Promise<void>
} {
  const { api, client } = useBridge()
  const queries = useQueryClient()
  const [work, setWork] = useState<Work>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  async function clean(): Promise<void> {
    const mine = (ending.current = new AbortController())
    setWork({ text: KEPT_COPY.cleaning, busy: true })
    const done = await attempt(
      (async () => {
        for await (const step of await client.history.clean(undefined, { signal: mine.signal }))
          setWork(
            step.kind === 'done'
              ? { text: COPY.cleaned(step.deleted), busy: false }
              : { text: KEPT_COPY.deleted(count(step.deleted), count(step.of)), busy: true },
          )
        return true
      })(),
    )
    if (done === null) setWork(null)
    await queries.invalidateQueries({ queryKey: api.history.key() })
  }
  async function rebuild(): Promise<void> {
    setWork({ text: 'Counting…', busy: true })
    const done = await attempt(client.history.rebuild().then(() => true))
    setWork(done === null ? null : { text: COPY.rebuilt, busy: false })
    await queries.invalidateQueries({ queryKey: api.history.key() })
  }
  return { work, clean, rebuild }
}

function sizeWords(data: Retention | undefined): string {
  if (data === undefined) return '…'
  const oldest = data.oldestAt === null ? null : localDate(data.oldestAt, { weekday: 'short', year: true })
  return KEPT_COPY.size(count(data.runs), data.slots, count(data.details), data.days, oldest)
}

const cleanUpWords = ({ due, nextAt, waitsMs }: Retention, now: Instant): string =>
  waitsMs > 0 ? KEPT_COPY.waits(span(waitsMs)) : KEPT_COPY.cleanUp(due, inAWhile(nextAt, now))

/**
 * How much history there is, when it is cleaned up next, and doing it now. How long it is kept are settings
 * of their own.
 */
export function RetentionRows(): ReactNode {
  const { api } = useBridge()
  const now = useMinute()
  const kept = useQuery({ ...api.history.retention.queryOptions(), staleTime: 5000 })
  const { work, clean, rebuild } = useUpkeep()
  const { data } = kept
  async function cleanAfterAsking(): Promise<void> {
    const waits = data !== undefined && data.waitsMs > 0
    if (!waits || (await confirm({ ...KEPT_COPY.cleanAnyway, danger: true }))) await clean()
  }
  return (
    <>
      <Row label={KEPT_COPY.now} help={kept.isError ? messageOf(kept.error) : sizeWords(data)}>
        <span className="text-13 tabular-nums">{data === undefined ? '' : bytes(data.bytes)}</span>
        {data !== undefined && data.freeBytes > 0 && (
          <span className="text-12 text-ink-3">{KEPT_COPY.free(bytes(data.freeBytes))}</span>
        )}
      </Row>
      <Row label="Clean-up" help={data === undefined ? '…' : cleanUpWords(data, now)}>
        <Button disabled={work?.busy === true} onClick={() => void cleanAfterAsking()}>
          {COPY.cleanNow}
        </Button>
        <span role="status" className="text-right text-12 text-ink-3">
          {work?.text}
        </span>
      </Row>
      <Row label="Figures" help={KEPT_COPY.figures}>
        <Button disabled={work?.busy === true} onClick={() => void rebuild()}>
          {COPY.rebuild}
        </Button>
      </Row>
    </>
  )
}
