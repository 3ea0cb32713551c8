import { useMemo, type ReactNode } from 'react'
import { useSurroundings } from '../surroundings.ts'
import { KIT } from '../copy.ts'
import { CopyButton } from './copy-line.tsx'
import { Well } from '../parts.tsx'

/**
 * What an agent wrote, as paragraphs, lists and code. It is text to the end: no HTML, no pictures, links
 * only by a click on what they really are.
 */
export function AgentText({ text }: { text: string }): ReactNode {
  const blocks = useMemo(() => blocksOf(text), [text])
  return (
    <div className="selectable flex max-w-[76ch] flex-col gap-2 text-13 [overflow-wrap:anywhere]">
      {blocks.map((block, i) => (
        <BlockView key={i} block={block} />
      ))}
    </div>
  )
}

type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  // from: first number; null: bullets
  | { readonly kind: 'list'; readonly from: number | null; readonly items: readonly string[] }

const FENCE = /^ {0,3}(```|~~~)/
const ITEM = /^ {0,6}(?:([-*+])|(\d{1,6})[.)])\s+(.*)$/

export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const fence = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      const end = lines.findIndex((l, n) => n > i && l.trim().startsWith(fence))
      blocks.push({ kind: 'code', text: lines.slice(i + 1, end === -1 ? undefined : end).join('\n') })
      i = end === -1 ? lines.length : end
      continue
    }
    const last = blocks.at(-1)
    const item = ITEM.exec(line)
    const heading = /^#{1,6}\s+(.*)$/.exec(line)
    if (line.trim() === '') blocks.push({ kind: 'text', text: '' })
    else if (heading !== null) blocks.push({ kind: 'heading', text: heading[1] ?? '' })
    else if (item !== null) {
      const from = item[2] === undefined ? null : Number(item[2])
      if (last?.kind === 'list' && (last.from === null) === (from === null))
        blocks[blocks.length - 1] = { ...last, items: [...last.items, item[3] ?? ''] }
      else blocks.push({ kind: 'list', from, items: [item[3] ?? ''] })
    } else if (last?.kind === 'text' && last.text !== '')
      blocks[blocks.length - 1] = { kind: 'text', text: `${last.text}\n${line}` }
    else blocks.push({ kind: 'text', text: line })
  }
  return blocks.filter((b) => b.kind !== 'text' || b.text !== '')
}

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'code':
      return (
        <div className="relative">
          <Well className="max-h-96 pr-10">{block.text}</Well>
          <span className="absolute top-1 right-1">
            <CopyButton text={block.text} what={KIT.copy.code} />
          </span>
        </div>
      )
    case 'heading':
      return (
        <p className="font-semibold">
          <Inline text={block.text} />
        </p>
      )
    case 'text':
      return (
        <p className="whitespace-pre-line">
          <Inline text={block.text} />
        </p>
      )
    case 'list': {
      const items = block.items.map((item, i) => (
        <li key={i}>
          <Inline text={item} />
        </li>
      ))
      return block.from === null ? (
        <ul className="list-disc pl-5">{items}</ul>
      ) : (
        <ol start={block.from} className="list-decimal pl-5">
          {items}
        </ol>
      )
    }
  }
}

const PARTS =
  /(`[^`\n]+`|\*\*[^*\n]{1,500}\*\*|\[[^\]\n]{1,300}\]\(https:\/\/[^\s)]{1,2000}\)|https:\/\/[^\s<>()"'`]{1,2000})/

function Inline({ text }: { text: string }): ReactNode {
  return text.split(PARTS).map((part, i) => {
    if (i % 2 === 0) return part
    if (part.startsWith('`'))
      return (
        <code key={i} className="rounded-[4px] bg-sunken px-1 font-mono text-12">
          {part.slice(1, -1)}
        </code>
      )
    if (part.startsWith('**'))
      return (
        <strong key={i} className="font-semibold">
          {part.slice(2, -2)}
        </strong>
      )
    const named = /^\[([^\]]+)\]\((.+)\)$/.exec(part)
    const url = named?.[2] ?? part.replace(/[.,;:!?]+$/, '')
    return (
      <span key={i}>
        <Link url={url} words={named?.[1] ?? url} />
        {named === null && part.slice(url.length)}
      </span>
    )
  })
}

/** A name may say anything, so the host stands beside it. */
function Link({ url, words }: { url: string; words: string }): ReactNode {
  const { openLink } = useSurroundings()
  const host = hostOf(url)
  if (host === null) return words
  return (
    <>
      <a
        href={url}
        title={url}
        className="text-accent underline underline-offset-2"
        onClick={(event) => {
          event.preventDefault()
          openLink(url)
        }}
        onAuxClick={(event) => event.preventDefault()}
      >
        {words}
      </a>
      {words !== url && <span className="text-12 text-ink-3"> ({host})</span>}
    </>
  )
}

function hostOf(url: string): string | null {
  try {
    const { protocol, username, host } = new URL(url)
    return protocol === 'https:' && username === '' ? host : null
  } catch {
    return null
  }
}
