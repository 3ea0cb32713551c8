import { useMemo, type ComponentProps, type ReactNode } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { revealDeceptive } from '../../../shared/base/hidden-text.ts'
import { KIT } from '../copy.ts'
import { Well } from '../parts.tsx'
import { useSurroundings } from '../surroundings.ts'
import { CopyButton } from './copy-line.tsx'
import { piecesOf } from './markdown-pieces.ts'

/**
 * What an agent wrote, as Markdown. It is text to the end: no HTML, no pictures, links only by a click on
 * what they really are.
 */
export function AgentText({ text }: { text: string }): ReactNode {
  const pieces = useMemo(() => piecesOf(text), [text])
  return (
    <div className="selectable flex max-w-[76ch] flex-col gap-2 text-13 [overflow-wrap:anywhere]">
      {pieces.map((piece, i) =>
        piece.isMarkdown ? (
          <Markdown
            key={i}
            remarkPlugins={PLUGINS}
            rehypePlugins={REHYPE_PLUGINS}
            components={COMPONENTS}
            urlTransform={unchanged}
          >
            {piece.text}
          </Markdown>
        ) : (
          <p key={i} className="whitespace-pre-line">
            {piece.text}
          </p>
        ),
      )}
    </div>
  )
}

type Node = NonNullable<ExtraProps['node']>
type Parent = Pick<Node, 'children'>
type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps

const PLUGINS = [remarkGfm]
/** It makes its elements without the window's JSX. Code keeps its text, so that it is copied exactly. */
const revealed = () => (tree: Parent) => reveal(tree)
function reveal(node: Parent): void {
  for (const child of node.children)
    if (child.type === 'text') child.value = revealDeceptive(child.value)
    else if (child.type === 'element' && child.tagName !== 'pre') reveal(child)
}
const REHYPE_PLUGINS = [revealed]
/** Addresses come to `Link` as they were written: it opens none but https, and shows the others. */
const unchanged = (url: string): string => url

function textOf(node: Node['children'][number] | undefined): string {
  if (node === undefined) return ''
  if (node.type === 'element') return node.children.map(textOf).join('')
  return node.type === 'text' ? node.value : ''
}

/** A page has headings of its own, so that an agent's are only bold. */
const Heading = ({ children }: { children?: ReactNode }): ReactNode => (
  <p className="font-semibold">{children}</p>
)

const COMPONENTS: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  p: ({ children }) => <p className="whitespace-pre-line">{children}</p>,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-5">
      {children}
    </ol>
  ),
  input: ({ checked }) => (checked === true ? '☑' : '☐'),
  blockquote: ({ children }) => (
    <blockquote className="flex flex-col gap-2 border-l-2 border-line pl-3 text-ink-2">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  code: ({ children }) => <code className="rounded-[4px] bg-sunken px-1 font-mono text-12">{children}</code>,
  pre: Code,
  table: Table,
  th: ({ children, style }) => (
    <th style={style} className="border border-line px-2 py-1 text-left font-semibold">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border border-line px-2 py-1 align-top">
      {children}
    </td>
  ),
  a: ({ href, node, children }) => (
    <Link url={href ?? ''} words={textOf(node)}>
      {children}
    </Link>
  ),
  img: ({ src, alt }) => (
    <Link url={String(src)} words={alt === undefined || alt === '' ? String(src) : alt} />
  ),
}

function Code({ node }: Props<'pre'>): ReactNode {
  const text = textOf(node).replace(/\n$/, '')
  return (
    <div className="relative">
      <Well className="max-h-96 pr-10">{text}</Well>
      <span className="absolute top-1 right-1">
        <CopyButton text={text} what={KIT.copy.code} />
      </span>
    </div>
  )
}

/** It may be wider than the text, and is then moved by the keyboard too. */
function Table({ children }: Props<'table'>): ReactNode {
  return (
    <div role="group" aria-label={KIT.table} tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse">{children}</table>
    </div>
  )
}

/** A name may say anything, so the host stands beside it; where nothing is opened, the whole address. */
function Link({ url, words, children }: { url: string; words: string; children?: ReactNode }): ReactNode {
  const { openLink } = useSurroundings()
  const host = hostOf(url)
  const name = children ?? words
  if (host === null)
    return url.startsWith('#') || url.endsWith(words) ? (
      name
    ) : (
      <>
        [{name}]({url})
      </>
    )
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
        {name}
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
