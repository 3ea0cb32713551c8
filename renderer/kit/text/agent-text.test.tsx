import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { AgentText } from './agent-text.tsx'

let host: WindowHost
beforeEach(async () => {
  host = await openHost()
})
const shown = (text: string) => show(<AgentText text={text} />, host)
/** The elements of a text, outermost only, each with what it says. */
const elements = (text: string): readonly string[] =>
  [...shown(text).container.firstElementChild!.children].map(
    (e) => `${e.localName}: ${(e.querySelector('pre') ?? e).textContent}`,
  )

describe('what an agent wrote', () => {
  it('is read as headings, paragraphs, lists and code', () => {
    const text = '# Found\n\nTwo lines\nof text\n- a\n- b\n\n3. c\n```ts\nx < 1\n\n- y\n```\nend'
    expect(elements(text)).toEqual([
      'p: Found',
      'p: Two lines\nof text',
      'ul: \na\nb\n',
      'ol: \nc\n',
      'div: x < 1\n\n- y',
      'p: end',
    ])
    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.getAllByRole('list')[1]!.getAttribute('start')).toBe('3')
  })
  it('is read as tables, quotes, lists of tasks and rules', () => {
    shown('| Test | Took |\n|---|--:|\n| a `b` | 3 s |\n\n> as **said**\n\n- [x] done\n- [ ] open\n\n---\n')
    expect(screen.getAllByRole('columnheader').map((c) => c.textContent)).toEqual(['Test', 'Took'])
    expect(screen.getAllByRole('cell').map((c) => c.textContent)).toEqual(['a b', '3 s'])
    expect(screen.getByRole('blockquote').textContent?.trim()).toBe('as said')
    expect(screen.getAllByRole('listitem').map((c) => c.textContent)).toEqual(['☑ done', '☐ open'])
    expect(screen.getByRole('separator')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
  it('reads code that never ends to the end', () =>
    expect(elements('a\n```\nb\nc')).toEqual(['p: a', 'div: b\nc']))
  it('stays text: no elements, no pictures, nothing that loads', () => {
    const { container } = shown(
      '<img src=x onerror=alert(1)> <script>1</script>\n![pixel](https://example.com/p.png) ' +
        '[click](javascript:alert(1)) [file](file:///etc/passwd)',
    )
    expect(container.querySelectorAll('img, script, iframe')).toHaveLength(0)
    expect([...container.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([
      'https://example.com/p.png',
    ])
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
    expect(container.textContent).toContain('[click](javascript:alert(1))')
  })
  it('names the host of a link, and opens it outside', async () => {
    const { container } = shown('See [github.com](https://evil.example/x).')
    expect(container.textContent).toBe('See github.com (evil.example).')
    fireEvent.click(screen.getByRole('link', { name: 'github.com' }))
    await waitFor(() => expect(host.calls).toEqual(['shell.openExternal {"url":"https://evil.example/x"}']))
  })
  it('makes no link of an address with a user in it', () => {
    expect(shown('https://github.com@evil.example/').container.querySelectorAll('a')).toHaveLength(0)
  })
  it('makes no link of an address that is not a page of the web', () => {
    const { container } = shown(
      'www.example.com, a@b.example, [mail](mailto:a@b.example) and a note[^1]\n\n[^1]: x',
    )
    expect(container.querySelectorAll('a')).toHaveLength(0)
    expect(container.textContent).toContain(
      'www.example.com, a@b.example, [mail](mailto:a@b.example) and a note1',
    )
  })
  it('is shown as it stands where its quotes and lists go down without end', () => {
    expect(elements(`ok\n\n${'> '.repeat(30)}x`)).toEqual([`p: ok\n\n${'> '.repeat(30)}x\n`])
    expect(shown('> > > - 1. x').container.querySelectorAll('blockquote')).toHaveLength(3)
  })
  it('reads a long text to the end, each paragraph as Markdown', () => {
    const { container } = shown('Some words and **bold** ones.\n\n'.repeat(300))
    expect(container.querySelectorAll('p > strong')).toHaveLength(300)
  })
  it('reads a hostile page before anyone waits', () => {
    const start = performance.now()
    for (const open of ['[', '- ', '*a ', '[*a*](b)', '>'])
      shown(`${open.repeat(1000)}\n\n`.slice(0, 3900).repeat(3))
    expect(performance.now() - start).toBeLessThan(15_000)
  })
  it('reads a hostile megabyte at once', () => {
    const start = performance.now()
    shown(`${'['.repeat(50_000)}\n${'**'.repeat(50_000)}\n${'`'.repeat(9999)}`)
    expect(performance.now() - start).toBeLessThan(4000)
  })
})
