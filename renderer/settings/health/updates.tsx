import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { UpdateView } from '../../../shared/contract/app.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useFleet } from '../../client/live.ts'
import { Button } from '../../kit/button.tsx'
import { Row } from '../../kit/field.tsx'
import { pastTime, useMinute } from '../../kit/time.ts'
import { UPDATES_COPY as COPY } from '../copy.ts'
import { Section } from '../parts.tsx'

const LOADING_LOOKED_AT_MS = 500

/** Which version this is, and what is known of newer ones. `children`: whether they are looked for by itself. */
export function UpdatesSection({ children }: { children: ReactNode }): ReactNode {
  const { api, queries } = useBridge()
  const news = useFleet((fleet) => fleet.update)
  // What is pushed says that something is known; the whole is asked for.
  useEffect(() => void queries.invalidateQueries({ queryKey: api.app.updates.key() }), [api, queries, news])
  const view = useQuery(
    api.app.updates.queryOptions({
      staleTime: 0,
      refetchInterval: (query) => (query.state.data?.state.kind === 'loading' ? LOADING_LOOKED_AT_MS : false),
    }),
  )
  return (
    <Section id="updates" title={COPY.title}>
      <Row
        label={view.data === undefined ? COPY.version : COPY.thisVersion(view.data.current)}
        help={view.isError ? COPY.failedLook(messageOf(view.error), null) : <Help view={view.data} />}
      >
        {view.data !== undefined && view.data.way !== 'none' && <Deeds view={view.data} />}
      </Row>
      {view.data !== undefined && view.data.way !== 'none' && children}
    </Section>
  )
}

function Help({ view }: { view: UpdateView | undefined }): ReactNode {
  const now = useMinute()
  return view === undefined ? '' : helpOf(view, now)
}

function helpOf({ state, way, why, answeredAt }: UpdateView, now: number): string {
  switch (state.kind) {
    case 'unknown':
      return why ?? COPY.unknown
    case 'asking':
      return COPY.asking
    case 'newest':
      return COPY.newest(state.channel, pastTime(state.at, now))
    case 'found':
      return way === 'page' ? COPY.onPage(state.version) : COPY.found(state.version)
    case 'loading':
      return COPY.loading(state.version, state.percent)
    case 'ready':
      return COPY.ready(state.version)
    case 'failed':
      return state.what === 'load'
        ? COPY.failedLoad(state.text)
        : COPY.failedLook(
            state.text,
            answeredAt === null ? COPY.neverAnswered : COPY.answered(pastTime(answeredAt, now)),
          )
  }
}

function Deeds({ view: { state, way } }: { view: UpdateView }): ReactNode {
  const { client, api, queries } = useBridge()
  const skipped = useFleet((fleet) => fleet.settings.skippedUpdate)
  const [busy, setBusy] = useState(false)
  const act = async (deed: Promise<UpdateView>): Promise<void> => {
    setBusy(true)
    const now = await attempt(deed)
    setBusy(false)
    if (now !== null) queries.setQueryData(api.app.updates.queryKey(), now)
  }
  if (state.kind === 'ready')
    return (
      <Button look="primary" onClick={() => void attempt(client.app.installUpdate({ confirmed: true }))}>
        {COPY.restart}
      </Button>
    )
  if (state.kind === 'loading') return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {state.kind === 'found' && (
        <>
          <Button look="primary" disabled={busy} onClick={() => void act(client.app.takeUpdate())}>
            {way === 'page' ? COPY.openPage : COPY.load}
          </Button>
          {skipped !== state.version && (
            <Button
              look="ghost"
              onClick={() => void attempt(client.settings.change({ skippedUpdate: state.version }))}
            >
              {COPY.skip}
            </Button>
          )}
        </>
      )}
      <Button disabled={busy || state.kind === 'asking'} onClick={() => void act(client.app.lookForUpdate())}>
        {COPY.look}
      </Button>
    </div>
  )
}
