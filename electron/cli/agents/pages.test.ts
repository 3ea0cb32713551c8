import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('pages-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

async function withInput(text: string, ...args: readonly string[]) {
  const piped = Object.assign(Readable.from([text]), { setEncoding: () => piped, isTTY: false })
  const input = vi.spyOn(process, 'stdin', 'get').mockReturnValue(piped as never)
  try {
    return await cli(...args)
  } finally {
    input.mockRestore()
  }
}

describe('pages', () => {
  it('are written, listed, shown whole, replaced and removed, and nothing else is touched', async () => {
    expect((await cli('pages', 'lab')).out).toBe('Nothing is written down about lab yet.\n')
    const text = `The mailer fails.\n${'On Mondays. '.repeat(200)}`.trim()
    expect((await withInput(text, 'pages', 'write', 'lab', 'Flaky tests')).out).toBe('Written.\n')
    expect((await cli('pages', 'lab')).out).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d +note +by you +Flaky tests\n$/,
    )
    expect((await cli('pages', 'show', 'lab', 'flaky TESTS')).out).toBe(`${text}\n`)
    expect((await withInput('Mended.', 'pages', 'write', 'lab', 'Flaky tests')).out).toContain('in the place')
    expect(await json('pages', 'list', 'lab')).toMatchObject([{ title: 'Flaky tests', text: 'Mended.' }])
    expect(await cli('pages', 'remove', 'lab', 'Flaky tests')).toMatchObject({
      code: 0,
      out: 'Mended.\n',
      err: expect.stringContaining('Removed the page "Flaky tests" of lab.') as string,
    })
    expect(await json('pages', 'list', 'lab')).toEqual([])
  })
  it('are found by their words, with their titles, and nothing is found for others', async () => {
    await withInput('The mailer fails on Mondays.', 'pages', 'write', 'lab', 'Flaky tests')
    expect((await cli('pages', 'search', 'Mondays', 'mailer')).out).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}page "Flaky tests" of lab\n {2}Flaky tests\n {2}The mailer fails on Mondays\.\n$/,
    )
    expect(await json('pages', 'search', 'mailer')).toMatchObject([{ kind: 'page', title: 'Flaky tests' }])
    expect((await cli('pages', 'search', 'quokka')).out).toContain('Nothing was found.')
    await cli('trust', 'lab', '--revoke')
    expect((await cli('pages', 'search', 'mailer')).out, 'they are one’s own').toContain(
      '"Flaky tests" of lab',
    )
    await cli('trust', 'lab')
    await cli('pages', 'remove', 'lab', 'Flaky tests')
    for (let n = 0; n < 21; n++) await withInput('A quokka.', 'pages', 'write', 'lab', `q ${n}`)
    expect((await cli('pages', 'search', 'quokka')).err).toContain(
      'These are the best 20; there may be more.',
    )
    for (let n = 0; n < 21; n++) await cli('pages', 'remove', 'lab', `q ${n}`)
  })
  it('are notes or skills, and stay what they are until they are said to be the other', async () => {
    const kind = async () =>
      (await json<{ title: string; kind: string; text: string }[]>('pages', 'list', 'lab')).map(
        (page) => `${page.title} (${page.kind}): ${page.text}`,
      )
    await withInput('Run it twice.', 'pages', 'write', 'lab', 'Warm it', '--skill')
    expect((await cli('pages', 'remove', 'lab', 'Warm it')).err).toContain('write it again with --skill')
    await withInput('Run it twice.', 'pages', 'write', 'lab', 'Warm it', '--skill')
    await withInput('Three times.', 'pages', 'write', 'lab', 'warm IT')
    expect(await kind()).toEqual(['warm IT (skill): Three times.'])
    expect((await withInput('x', 'pages', 'write', 'lab', 'Warm it', '--skill', '--note')).code).toBe(2)
    await withInput('Three times.', 'pages', 'write', 'lab', 'Warm it', '--note')
    expect(await kind()).toEqual(['Warm it (note): Three times.'])
    await cli('pages', 'remove', 'lab', 'Warm it')
  })
  it('that are not there, too long or empty are refused, and nothing is written', async () => {
    expect(await cli('pages', 'show', 'lab', 'None')).toMatchObject({
      code: 1,
      err: expect.stringContaining('lab has no page "None"') as string,
    })
    expect((await withInput('x'.repeat(20_001), 'pages', 'write', 'lab', 'Long')).err).toContain(
      'at most 20000',
    )
    expect((await withInput(' \n', 'pages', 'write', 'lab', 'Empty')).err).toContain('a page has a text.')
    const long = await withInput('x', 'pages', 'write', 'lab', 't'.repeat(81))
    expect(long).toMatchObject({
      code: 2,
      err: expect.stringContaining('1 to 80 characters, got 81') as string,
    })
    expect(await json('pages', 'list', 'lab')).toEqual([])
  })
})
