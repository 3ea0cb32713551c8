import { SquareTerminal, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PROFILE_WORDS } from '../../../shared/agents/permission.ts'
import type { RunDetail } from '../../../shared/runs/run.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { AgentText } from '../../kit/text/agent-text.tsx'
import { Attachments } from './attachments.tsx'
import { Button } from '../../kit/button.tsx'
import { CopyLine } from '../../kit/text/copy-line.tsx'
import { Diff } from '../../kit/text/diff.tsx'
import { Banner, Card, SectionTitle } from '../../kit/parts.tsx'
import { PermissionRow, usePermissions } from './permission-question.tsx'
import { commandLine } from '../../kit/text/command-line.ts'
import { RUN_PAGE as COPY } from '../copy.ts'
import { useOpened } from '../../parts/hand-over/hand-over.tsx'

/** What a run by an agent has beyond one of local checks. */

export function Refusals({ run, thread }: { run: RunDetail; thread: ThreadView | undefined }): ReactNode {
  const decisions = usePermissions(thread)
  const refusals = run.turn?.refusals ?? []
  if (refusals.length === 0) return null
  return (
    <section aria-labelledby="refused-title">
      <SectionTitle id="refused-title" count={plural(refusals.length, 'call')}>
        Refused
      </SectionTitle>
      {run.profile !== null && (
        <p className="mb-2 text-12 text-ink-2">{COPY.notPart(PROFILE_WORDS[run.profile].name)}</p>
      )}
      <Card>
        <ul>
          {refusals.map((r) =>
            thread === undefined ? (
              <li key={r.rule} className="px-4 py-2 font-mono text-12">
                {r.rule}
              </li>
            ) : (
              <PermissionRow
                key={r.rule}
                thread={thread}
                refusal={r}
                decision={decisions.find((d) => d.rule === r.rule)?.decision ?? null}
              />
            ),
          )}
        </ul>
      </Card>
    </section>
  )
}

export function Touched({ run }: { run: RunDetail }): ReactNode {
  if (run.touched === null) return null
  return (
    <section aria-labelledby="touched-title">
      <SectionTitle id="touched-title">{COPY.touched.title}</SectionTitle>
      <div className="[&>[role=status]]:mb-2">
        <Banner tone="amber" icon={<TriangleAlert size={16} />}>
          <strong className="font-semibold">
            {run.profile === 'look' ? COPY.touched.notAsItWas : COPY.touched.unrestricted}
          </strong>{' '}
          {COPY.touched.differs}
        </Banner>
      </div>
      <Diff text={run.touched} label={COPY.touched.label} />
    </section>
  )
}

export function Said({ run }: { run: RunDetail }): ReactNode {
  if (run.message === null && run.reply === '' && run.attachments.length === 0) return null
  return (
    <section aria-labelledby="said-title">
      <SectionTitle id="said-title">
        {run.message === null ? COPY.said.title : COPY.said.withMessage}
      </SectionTitle>
      <Card className="flex flex-col gap-3 px-4 py-3">
        {run.message !== null && (
          <div className="border-b border-line pb-3">
            <p className="text-12 text-ink-3">
              {run.sender === 'user' || run.sender === null ? 'You' : COPY.said.fromThread(run.sender)}
            </p>
            <p className="selectable max-w-[76ch] text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {run.message}
            </p>
          </div>
        )}
        {run.reply !== '' && <AgentText text={run.reply} />}
        {run.reply === '' && run.outcome !== null && (
          <p className="text-13 text-ink-3">{COPY.said.nothing}</p>
        )}
        <Attachments runId={run.id} threadId={run.threadId} files={run.attachments} />
      </Card>
    </section>
  )
}

export function ContinueInTerminal({ run }: { run: RunDetail }): ReactNode {
  const { client } = useBridge()
  const { tell, dialog } = useOpened()
  if (run.resume === null) return null
  const open = (): void =>
    void attempt(client.runs.resume({ id: run.id })).then((done) => done !== null && tell(done))
  return (
    <section aria-labelledby="continue-title">
      <SectionTitle
        id="continue-title"
        right={
          <Button size="s" onClick={open}>
            <SquareTerminal size={14} /> {COPY.resume.open}
          </Button>
        }
      >
        {COPY.resume.title}
      </SectionTitle>
      <p className="mb-2 text-12 text-ink-2">{COPY.resume.text}</p>
      <CopyLine
        text={`cd ${commandLine([run.resume.folder])} && ${commandLine(run.resume.argv)}`}
        what={COPY.resume.command}
      />
      {dialog}
    </section>
  )
}
