import { Square } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { CLASS_WORD, HOLD_WORD, plural, REASON_WORD } from '../../shared/words.ts'
import { useActions } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { RunningTime } from '../components/fleet-row.tsx'
import { StateGlyph } from '../components/glyph.tsx'
import { Card, Empty, Page, SectionTitle } from '../components/parts.tsx'
import { Ticks } from '../components/task-list.tsx'
import { useFleet, useLive } from '../live.ts'
import { navigate, runPath, threadPath } from '../navigation.ts'
import { inAWhile, span, useMinute } from '../time.ts'

export function QueuePage(): ReactNode {
  const { api } = useBridge()
  const threads = useLive((live) => live.threads)
  const limits = useFleet((fleet) => fleet.limits)
  const nextDueAt = useFleet((fleet) => fleet.nextDueAt)
  const running = useMemo(() => [...threads.values()].filter((t) => t.running !== null), [threads])
  const ordered = useQuery(api.queue.list.queryOptions()).data
  // The list knows the order of service; the live threads know what is really there.
  const waiting = useMemo(() => {
    const live = [...threads.values()].flatMap((t) => t.waiting)
    const place = new Map(ordered?.map((w, i) => [w.itemId, i]))
    return live.sort((a, b) => (place.get(a.itemId) ?? 1e9) - (place.get(b.itemId) ?? 1e9))
  }, [threads, ordered])
  const actions = useActions()
  const now = useMinute()
  return (
    <Page title="Queue" sub={`${limits.runs} runs at a time, ${limits.heartbeats} of them a heartbeat. Messages go first, then what you asked for, then the schedule.`}>
      <SectionTitle count={`${running.length} of ${limits.runs}`}>Running</SectionTitle>
      <Card className="mb-5">
        {running.length === 0 && <Empty title="Nothing is running." text={nextDueAt === null ? undefined : `The next beat starts ${inAWhile(nextDueAt, now)}.`} />}
        {running.map((t) => (
          <div key={t.id} className="flex items-center gap-3 border-b border-line px-4 py-2.5 text-13 last:border-b-0">
            <StateGlyph state="running" />
            <button type="button" className="font-medium hover:underline" onClick={() => navigate(threadPath(t.id))}>{t.name}</button>
            <span className="min-w-0 flex-1 truncate text-12 text-ink-3"><Ticks text={t.running?.progress?.current ?? ''} /></span>
            <span className="w-32"><RunningTime thread={t} /></span>
            <Button size="s" onClick={() => t.running !== null && navigate(runPath(t.running.runId))}>Watch</Button>
            <Button size="s" onClick={() => t.running !== null && actions.stop(t.running.runId)}><Square size={10} fill="currentColor" /> Stop</Button>
          </div>
        ))}
      </Card>
      <SectionTitle count={String(waiting.length)}>Waiting</SectionTitle>
      <Card>
        {waiting.length === 0 && <Empty title="Nothing is waiting." />}
        {waiting.map((w, i) => (
          <div key={w.itemId} className="grid grid-cols-[28px_minmax(100px,180px)_140px_minmax(0,1fr)_minmax(140px,auto)_auto] items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
            <span className="text-12 text-ink-3">{i + 1}</span>
            <button type="button" className="truncate text-left font-medium hover:underline" onClick={() => navigate(threadPath(w.threadId))}>{threads.get(w.threadId)?.name}</button>
            <span className="text-12 text-ink-2">{CLASS_WORD[w.class]}</span>
            <span className="truncate text-12 text-ink-3">{w.text ?? w.reasons.map((r) => REASON_WORD[r]).join(', ')}{w.mergedSlots > 0 && ` · ${plural(w.mergedSlots, 'more due time')} merged in`}</span>
            <span className="text-12 text-ink-3">{w.hold === null ? 'starts next' : HOLD_WORD[w.hold]} · for {span(now - w.since)}</span>
            <Button size="s" onClick={() => actions.cancel(w.itemId)}>Cancel</Button>
          </div>
        ))}
      </Card>
    </Page>
  )
}
