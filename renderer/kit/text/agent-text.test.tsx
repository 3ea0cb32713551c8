import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { emptySnapshot } from '../../../shared/views/testing/sample-snapshot.ts'
import { show } from '../../testing/show.tsx'
import { AgentText, blocksOf } from './agent-text.tsx'

afterEach(cleanup)
const shown = (text: string) => show(<AgentText text={text} />, emptySnapshot(Date.now()))

describe('what an agent wrote', () => {
  it('is read as headings, paragraphs, lists and code', () => {
    expect(
      blocksOf('# Found\n\nTwo lines\nof text\n- a\n- b\n3. c\n```ts\nx < 1\n\n- y\n```\nend').map((b) => [
        b.kind,
        b.kind === 'list' ? [b.from, ...b.items] : b.text,
      ]),
    ).toEqual([
      ['heading', 'Found'],
      ['text', 'Two lines\nof text'],
      ['list', [null, 'a', 'b']],
      ['list', [3, 'c']],
      ['code', 'x < 1\n\n- y'],
      ['text', 'end'],
    ])
  })
  it('reads code that never ends to the end', () =>
    expect(blocksOf('a\n```\nb\nc')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'code', text: 'b\nc' },
    ]))
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
    const { host, container } = shown('See [github.com](https://evil.example/x).')
    expect(container.textContent).toBe('See github.com (evil.example).')
    fireEvent.click(screen.getByRole('link', { name: 'github.com' }))
    await waitFor(() => expect(host.calls).toEqual(['shell.openExternal {"url":"https://evil.example/x"}']))
  })
  it('makes no link of an address with a user in it', () => {
    expect(shown('https://github.com@evil.example/').container.querySelectorAll('a')).toHaveLength(0)
  })
  it('reads a hostile megabyte at once', () => {
    const start = performance.now()
    shown(`${'['.repeat(50_000)}\n${'**'.repeat(50_000)}\n${'`'.repeat(9999)}`)
    expect(performance.now() - start).toBeLessThan(4000)
  })
})
