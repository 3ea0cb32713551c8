import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HookView } from '../../../shared/contract/threads.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Row } from '../../kit/field.tsx'
import { Card, SectionTitle, Skeleton } from '../../kit/parts.tsx'
import { HOOKS_COPY as COPY } from './copy.ts'
import { homePath } from '../../kit/text/shown-path.ts'
import { lineDiff } from '../../../shared/views/line-diff.ts'

type HookFile = HookView['files'][number]
const STATE_TONE: Record<HookFile['state'], 'quiet' | 'neutral' | 'accent'> = {
  absent: 'neutral',
  ours: 'quiet',
  foreign: 'accent',
  outdated: 'accent',
}

/**
 * Hooks that tell Threadbeat of commits, merges and checkouts; put into the repository only after a person saw
 * each line.
 */
export function Hooks({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const plan = useQuery(api.hooks.plan.queryOptions({ input: { id: thread.id }, staleTime: 0 }))
  return (
    <section aria-labelledby="hooks-title">
      <SectionTitle id="hooks-title">{COPY.title}</SectionTitle>
      <Card className="px-4">
        {plan.isError && (
          <p role="alert" className="flex items-center gap-3 py-3 text-12 text-urgent">
            <span className="flex-1">{COPY.failed(messageOf(plan.error))}</span>
            <Button size="s" onClick={() => void plan.refetch()}>
              {COPY.again}
            </Button>
          </p>
        )}
        {plan.isPending && <Skeleton rows={2} height={40} />}
        {plan.isSuccess && <Plan thread={thread} plan={plan.data} />}
      </Card>
    </section>
  )
}

const isChanged = (file: HookFile): boolean => file.before !== file.after

const TONE: Readonly<Record<string, string>> = {
  '+': 'bg-quiet-tint text-quiet',
  '-': 'bg-urgent-tint text-urgent',
}
/** Wrapped, so that no end of a line is out of sight; the sign at the front says what the colour says. */
const Lines = ({ file }: { file: HookFile }): ReactNode => (
  <pre
    tabIndex={0}
    aria-label={isChanged(file) ? COPY.changeOf(file.name) : COPY.textOf(file.name)}
    className="selectable max-h-80 overflow-auto rounded-control border border-line bg-sunken py-2 font-mono text-12 text-ink-2"
  >
    {lineDiff(file.before, file.after)
      .split('\n')
      .map((line, i) => (
        <span
          key={i}
          className={
            'block pr-3 pl-7 -indent-4 [overflow-wrap:anywhere] whitespace-pre-wrap ' +
            `${TONE[line[0] ?? ''] ?? ''}`
          }
        >
          {revealHidden(line)}
        </span>
      ))}
  </pre>
)

interface Props {
  readonly thread: ThreadView
  readonly plan: HookView
}

/** Both ask first. */
function useHooks({ thread, plan }: Props) {
  const { client, api, queries } = useBridge()
  const changed = plan.files.filter(isChanged)
  const again = (): Promise<void> =>
    queries.invalidateQueries({ queryKey: api.hooks.plan.key({ input: { id: thread.id } }) })
  const install = async (): Promise<void> => {
    const yes = await confirm({
      title: COPY.change(changed.length, thread.name),
      yes: plan.installed ? COPY.renewYes : COPY.installYes,
      text: (
        <>
          <p>{COPY.asYou}</p>
          <ul className="mt-2 flex flex-col gap-3">
            {changed.map((f) => (
              <li key={f.path}>
                <p className="mb-1 font-mono text-12 break-all text-ink">{homePath(f.path)}</p>
                <Lines file={f} />
              </li>
            ))}
          </ul>
          <p className="mt-2">{COPY.neverHold}</p>
        </>
      ),
    })
    if (!yes) return
    await attempt(
      client.hooks.install({ id: thread.id, digest: plan.digest, confirmed: true }),
      COPY.installDone,
    )
    await again()
  }
  const remove = async (): Promise<void> => {
    const yes = await confirm({
      title: COPY.remove(thread.name),
      yes: COPY.removeYes,
      danger: true,
      text: COPY.removeText,
    })
    if (!yes) return
    await attempt(client.hooks.remove({ id: thread.id }), COPY.removeDone)
    await again()
  }
  return { install, remove }
}

function Plan({ thread, plan }: Props): ReactNode {
  const { install, remove } = useHooks({ thread, plan })
  return (
    <>
      <Row
        label={plan.installed ? 'Installed' : COPY.offer}
        help={plan.installed ? COPY.installedHelp : COPY.offerHelp}
      >
        <span className="flex gap-1.5">
          {plan.problem === null && plan.files.some(isChanged) && (
            <Button onClick={() => void install()}>{plan.installed ? 'Renew…' : 'Install…'}</Button>
          )}
          {plan.installed && <Button onClick={() => void remove()}>Remove…</Button>}
        </span>
      </Row>
      {plan.managedBy !== null && (
        <p className="border-b border-line py-2.5 text-12 text-ink-2 last:border-b-0">
          {COPY.belongsTo} <strong className="font-semibold">{plan.managedBy}</strong>.
          {plan.problem === null && ` ${COPY.belowGo}`}
        </p>
      )}
      {plan.problem !== null && (
        <p role="status" className="border-b border-line py-2.5 text-12 text-alert last:border-b-0">
          {COPY.cannot(plan.problem)}
        </p>
      )}
      {plan.files.length > 0 && <Files plan={plan} />}
    </>
  )
}

function Files({ plan }: Pick<Props, 'plan'>): ReactNode {
  return (
    <div className="py-3">
      <p className="mb-2 text-12 text-ink-3">
        In <code className="font-mono break-all">{homePath(plan.folder)}</code>
      </p>
      <ul className="flex flex-col gap-1.5">
        {plan.files.map((file) => (
          <li key={file.path}>
            <details className="rounded-control border border-line">
              <summary className="rounded-control px-3 py-1.5 text-13 hover:bg-hover">
                <span className="inline-flex w-[calc(100%-1.25rem)] items-center justify-between gap-3 align-middle">
                  <code className="font-mono text-12">{file.name}</code>
                  <Chip tone={STATE_TONE[file.state]}>{COPY.state[file.state]}</Chip>
                </span>
              </summary>
              <div className="px-3 pb-3">
                <Lines file={file} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </div>
  )
}
