import type { ReactNode } from 'react'
import type { PlaybookHits, ReplaceResult } from '../../../shared/contract/playbook.ts'
import { messageOf } from '../../client/attempt.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { Empty } from '../../kit/parts.tsx'
import { FIND } from '../copy.ts'
import { navigate, threadPath } from '../../client/navigation.ts'
import { useFinding, type Finding } from './use-finding.ts'
import { useUi } from '../../client/ui-state.ts'

/** One text in every HEARTBEAT.md, found and replaced; stands once in the frame. */
export function FindEverywhere(): ReactNode {
  const isOpen = useUi((s) => s.finding)
  return isOpen && <FindDialog onClose={() => useUi.getState().showFinding(false)} />
}

function FindDialog({ onClose }: { onClose: () => void }): ReactNode {
  const finding = useFinding()
  const { wanted, replacement, search, found, files, chosen, results, busy, replace, choose, isChosen } =
    finding
  return (
    <Dialog
      open
      onClose={onClose}
      width={860}
      title={FIND.title}
      description={FIND.about}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            disabled={busy || chosen.length === 0 || search.isFetching || replacement === wanted}
            onClick={() => void replace()}
          >
            {FIND.replace(chosen.length)}
          </Button>
        </>
      }
    >
      <Fields finding={finding} />
      <div aria-live="polite" className="text-12 text-ink-2">
        {results !== null && <Outcome results={results} />}
        {standing(finding)}
        {found?.unread.map((u) => (
          <p key={u.threadName} className="text-alert">
            {u.threadName}: {u.why}
          </p>
        ))}
      </div>
      {wanted === '' && <Empty title={FIND.empty} />}
      {files.map((file) => (
        <FileHits
          key={file.threadId}
          file={file}
          replacement={replacement}
          isChosen={isChosen(file.threadId)}
          onChoose={(on) => choose(file.threadId, on)}
          onOpen={() => {
            onClose()
            navigate(threadPath(file.threadId, 'file'))
          }}
        />
      ))}
    </Dialog>
  )
}

function Fields({ finding }: { finding: Finding }): ReactNode {
  const { text, find, replacement, replaceWith, matchCase, setMatchCase } = finding
  return (
    <div className="mb-3 grid grid-cols-[1fr_1fr_auto] items-center gap-3 max-[700px]:grid-cols-1">
      <input
        autoFocus
        aria-label={FIND.find}
        placeholder={FIND.find}
        value={text}
        maxLength={500}
        spellCheck={false}
        className={inputClass}
        onChange={(e) => find(e.target.value)}
      />
      <input
        aria-label={FIND.with}
        placeholder={FIND.with}
        value={replacement}
        maxLength={500}
        spellCheck={false}
        className={inputClass}
        onChange={(e) => replaceWith(e.target.value)}
      />
      <label className="flex items-center gap-2 text-13">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={matchCase}
          onChange={(e) => setMatchCase(e.target.checked)}
        />
        {FIND.matchCase}
      </label>
    </div>
  )
}

/** What stands above the files; null: nothing was looked for. */
function standing({ search, found, files, results }: Finding): ReactNode {
  if (search.isError) return messageOf(search.error)
  if (found === undefined) return null
  if (files.length === 0) return results === null && FIND.nothing
  const count = files.reduce((n, f) => n + f.count, 0)
  return FIND.looked(count, files.length, found.looked)
}

function Outcome({ results }: { results: readonly ReplaceResult[] }): ReactNode {
  const done = results.filter((r) => r.state === 'replaced')
  return (
    <div className="mb-2 rounded-control border border-line bg-sunken px-3 py-2 text-13">
      <p>
        {FIND.done(
          done.reduce((n, r) => n + r.count, 0),
          done.length,
        )}
      </p>
      {results
        .filter((r) => r.why !== null)
        .map((r) => (
          <p key={r.threadId} role="alert" className="text-alert">
            {FIND.left(r.threadName, r.why ?? '')}
          </p>
        ))}
    </div>
  )
}

function FileHits({
  file,
  replacement,
  isChosen,
  onChoose,
  onOpen,
}: {
  file: PlaybookHits
  replacement: string
  isChosen: boolean
  onChoose: (on: boolean) => void
  onOpen: () => void
}): ReactNode {
  const lines = [...new Map(file.hits.map((h) => [h.line, h])).values()]
  return (
    <section aria-label={file.threadName} className="mt-3 rounded-card border border-line">
      <header className="flex items-center gap-3 border-b border-line px-3 py-1.5 text-13">
        <label className="flex min-h-6 flex-1 items-center gap-2 font-medium">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={isChosen}
            onChange={(e) => onChoose(e.target.checked)}
          />
          {file.threadName}
          <span className="font-normal text-ink-3">{file.count}</span>
        </label>
        <Button size="s" look="ghost" onClick={onOpen}>
          Open
        </Button>
      </header>
      <ul className="px-3 py-1.5 font-mono text-12">
        {lines.slice(0, 12).map((hit) => (
          <li key={hit.line} className="flex gap-3 py-0.5">
            <span className="w-8 shrink-0 text-right text-ink-3">{hit.line}</span>
            <span className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
              {marked(
                hit.text,
                file.hits.filter((h) => h.line === hit.line),
                replacement,
              )}
            </span>
          </li>
        ))}
        {lines.length > 12 && <li className="py-0.5 text-ink-3">{FIND.moreLines(lines.length - 12)}</li>}
      </ul>
    </section>
  )
}

/** What goes is struck out, what comes stands behind it. */
function marked(text: string, hits: PlaybookHits['hits'], replacement: string): ReactNode {
  const out: ReactNode[] = []
  let at = 0
  for (const { from, to } of hits) {
    out.push(text.slice(at, from))
    out.push(
      replacement === '' ? (
        <mark key={from} className="bg-alert-tint text-ink">
          {text.slice(from, to)}
        </mark>
      ) : (
        <span key={from}>
          <del className="bg-urgent-tint text-urgent">{text.slice(from, to)}</del>
          <ins className="bg-quiet-tint text-quiet no-underline">{replacement}</ins>
        </span>
      ),
    )
    at = to
  }
  return [...out, text.slice(at)]
}
