import { describe, expect, it } from 'vitest'
import { issueForm } from './issue-form.ts'

const partsOf = (url: string): [string, Record<string, string>] => [
  url.split('?')[0]!,
  Object.fromEntries(new URL(url).searchParams),
]

describe('the form of a new issue', () => {
  it('is filled in, with what would break an address made harmless', () => {
    expect(partsOf(issueForm('https://github.com/a/b', 'main is red & “late”\n#1', 'Body?\n&x=1'))).toEqual([
      'https://github.com/a/b/issues/new',
      { title: 'main is red & “late” #1', body: 'Body?\n&x=1' },
    ])
  })
  it('has GitLab’s names at GitLab', () => {
    expect(partsOf(issueForm('https://gitlab.example.org/a/b', 't', 'd'))).toEqual([
      'https://gitlab.example.org/a/b/-/issues/new',
      { 'issue[title]': 't', 'issue[description]': 'd' },
    ])
    expect(issueForm('https://notgitlab.org/a/b', 't', 'd')).toContain('/a/b/issues/new?title=t')
  })
  it('stays short, whatever a flag holds', () => {
    const [, { title, body }] = partsOf(
      issueForm('https://github.com/a/b', '🙂'.repeat(500), 'x'.repeat(9000)),
    )
    expect([title!.length <= 200, title!.endsWith('🙂…'), body!.length]).toEqual([true, true, 4000])
  })
})
