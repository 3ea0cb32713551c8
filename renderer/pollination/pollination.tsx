import { useQuery } from '@tanstack/react-query'
import { ListPlus, RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { IdeaView, PollinationView } from '../../shared/contract/pollination.ts'
import { heldText, ignoringText } from '../../shared/pollination/lines/held-text.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Card, Empty, Page, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'
import { Decided } from './decided.tsx'
import { Declining } from './declining.tsx'
import { WhoHasWhat } from './matrix.tsx'
import { Offered } from './offered.tsx'
import { ProposeLine } from './propose-line.tsx'
import { ReportsLine } from './reports-line.tsx'
import { Rules } from './rules.tsx'
import { SuggestionRow } from './suggestion-row.tsx'
import { ThreadName } from './thread-name.tsx'
import { Untried } from './trial.tsx'

/** Advice from one repository to another: what is suggested now, and what was decided. */
export function PollinationPage(): ReactNode {
  const { api } = useBridge()
  const [isProposing, setProposing] = useState(false)
  const view = useQuery(api.pollination.view.queryOptions({ staleTime: 0 }))
  return (
    <Page
      title={COPY.title}
      sub={COPY.sub}
      actions={
        <>
          <Button disabled={view.data === undefined} onClick={() => setProposing(true)}>
            <ListPlus size={14} /> {COPY.propose}
          </Button>
          <Button disabled={view.isFetching} onClick={() => void view.refetch()}>
            <RefreshCw size={14} /> {COPY.again}
          </Button>
        </>
      }
    >
      {isProposing && view.data !== undefined && (
        <ProposeLine lines={view.data.lines} onClose={() => setProposing(false)} />
      )}
      <ReportsLine />
      {view.isError && (
        <Card>
          <Empty title={COPY.failed} text={messageOf(view.error)} />
        </Card>
      )}
      {view.isPending && (
        <Card className="p-4">
          <p className="mb-2 text-13 text-ink-2">{COPY.reading}</p>
          <Skeleton rows={3} height={28} />
        </Card>
      )}
      {view.data !== undefined && <Compared view={view.data} />}
    </Page>
  )
}

function Compared({ view }: { view: PollinationView }): ReactNode {
  const {
    suggestions,
    ideas,
    decided,
    offered,
    rules,
    compared,
    unread,
    ignoring,
    troubles,
    decisionsPath,
    matrix,
    held,
  } = view
  return (
    <div className="flex flex-col gap-6">
      {troubles.map((trouble) => (
        <p key={trouble} role="alert" className="text-13 text-alert">
          {trouble}
        </p>
      ))}
      <section aria-labelledby="suggested-lines">
        <SectionTitle id="suggested-lines" count={String(suggestions.length)}>
          {COPY.lines}
        </SectionTitle>
        <Card>
          {suggestions.length === 0 && held === 0 && (
            <Empty title={COPY.nothing(compared)} text={COPY.nothingText(compared)} />
          )}
          <ul>
            {suggestions.map((suggestion) => (
              <SuggestionRow
                key={`${suggestion.threadId} ${suggestion.pattern} ${suggestion.text}`}
                suggestion={suggestion}
              />
            ))}
          </ul>
        </Card>
        <Untried suggestions={suggestions} />
        {held > 0 && <p className="mt-2 text-12 text-ink-3">{heldText(held)}</p>}
        {ignoring.length > 0 && <p className="mt-2 text-12 text-ink-3">{ignoringText(ignoring)}</p>}
        {unread.length > 0 && (
          <p className="mt-2 text-12 text-ink-3">
            {COPY.unread(unread.map(({ number, name, why }) => `${number} ${name} (${why})`).join(', '))}
          </p>
        )}
      </section>
      {ideas.length > 0 && <Ideas ideas={ideas} />}
      {offered.length > 0 && <Offered offered={offered} />}
      {decided.length > 0 && <Decided decided={decided} path={decisionsPath} />}
      {compared > 1 && <WhoHasWhat matrix={matrix} />}
      {rules.length > 0 && <Rules rules={rules} />}
    </div>
  )
}

const ROW = 'flex items-baseline gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0'

function Ideas({ ideas }: { ideas: readonly IdeaView[] }): ReactNode {
  return (
    <section aria-labelledby="ideas">
      <SectionTitle id="ideas" count={String(ideas.length)}>
        {COPY.ideas}
      </SectionTitle>
      <p className="mb-2 text-12 text-ink-3">{COPY.ideasText}</p>
      <Card>
        <ul>
          {ideas.map((idea) => (
            <Idea key={`${idea.threadId} ${idea.pattern}`} idea={idea} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function Idea({ idea }: { idea: IdeaView }): ReactNode {
  const { threadId, name, title, command, because } = idea
  const [isDeclining, setDeclining] = useState(false)
  return (
    <li className={ROW}>
      <ThreadName id={threadId} name={name} />
      <span className="min-w-0 flex-1">
        {title}
        {command !== null && (
          <span className="text-ink-3">
            , {COPY.example} <code className="font-mono text-12">{command}</code>
          </span>
        )}
        <span className="block text-12 text-ink-3">{because}</span>
      </span>
      <Button
        size="s"
        look="ghost"
        aria-label={COPY.dismissOf(title, name)}
        onClick={() => setDeclining(true)}
      >
        {COPY.dismiss}
      </Button>
      {isDeclining && <Declining about={idea} onClose={() => setDeclining(false)} />}
    </li>
  )
}
