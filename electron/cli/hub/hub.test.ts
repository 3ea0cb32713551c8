import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { named, NO_POSTGRES } from '../../machine/hub/testing/postgres.ts'
import { twoMachines } from '../testing/two-machines.ts'
import { withInput } from '../testing/with-input.ts'

/** Two machines with the real command, `serve` on each, and a real PostgreSQL between them. */
describe.skipIf(NO_POSTGRES)(named('two machines of one person'), () => {
  const { laptop, desk, server, listOf, ok, json, serve, stop, eventually } = twoMachines()

  it('have none at first, and say so', async () => {
    expect(await ok(desk, ['hub', 'status'])).toContain('This machine has joined no hub.')
    expect(await withInput(desk, ['hub', 'invite'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('this machine has joined no hub') as string,
    })
  })

  it('join with codes that are good once', async () => {
    server().sql('postgres', 'create database fleet')
    const first = await ok(desk, ['hub', 'init'], `${server().adminUrl('fleet')}\n`)
    expect(await ok(desk, ['hub', 'upgrade'], `${server().adminUrl('fleet')}\n`)).toMatch(
      /^The hub has schema \d+ already; there was nothing to do\./,
    )
    expect(await ok(desk, ['hub', 'join', '--name', 'desk', '--class', 'server'], first)).toContain(
      'Joined as desk, a server',
    )
    const second = await ok(desk, ['hub', 'invite'])
    expect(await ok(laptop, ['hub', 'join', '--name', 'notebook', '--class', 'laptop'], second)).toContain(
      'Joined as notebook',
    )
    await ok(laptop, ['hub', 'leave', '--forget', '--yes'])
    expect(await withInput(laptop, ['hub', 'join', '--name', 'laptop'], second)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not know this code any more') as string,
    })
    const third = await ok(desk, ['hub', 'invite'])
    for (const name of [' ', 'lap\ntop', 'lap\u202Etop'])
      expect(await withInput(laptop, ['hub', 'join', '--name', name], third)).toMatchObject({
        code: 2,
        err: expect.stringContaining('The name of a machine is') as string,
      })
    await ok(laptop, ['hub', 'join', '--name', 'laptop', '--class', 'laptop'], third)
  })

  it('see the threads of each other, with the age of what is known', async () => {
    await ok(desk, ['beat', 'api', '--wait'])
    await eventually(
      () => ok(laptop, ['status', '--all-machines']),
      /desk \(server\): live\n.*1?2 +api +\S+ Quiet/,
    )
    await eventually(() => ok(desk, ['status', '--all-machines']), /laptop \(laptop\): live/)
  })

  it('do what the other asks, once, and say so', async () => {
    expect(await ok(laptop, ['hub', 'ask', 'desk', 'pause', 'api', '--wait'])).toMatch(/^desk: done\./)
    expect(await ok(desk, ['status', 'api'])).toMatch(/laptop/)
    expect(await ok(laptop, ['hub', 'ask', 'desk', 'resume', 'api', '--wait'])).toMatch(/^desk: done\./)
    expect(await ok(laptop, ['hub', 'ask', 'desk', 'wake', 'api', '--wait'])).toMatch(/^desk: done\./)
  })

  it('put alerts of the other out of the way, and mute it, for as long as is meant', async () => {
    const quiet = readFileSync(listOf(), 'utf8')
    writeFileSync(listOf(), quiet.replace('(none)', '- The disk is full'))
    await withInput(desk, ['beat', 'api', '--wait'])
    const acknowledge = ['hub', 'ask', 'desk', 'acknowledge', 'api', '--note', 'seen', '--wait']
    await eventually(
      async () => (await withInput(laptop, ['status', '--all-machines'])).out,
      /^All quiet on this machine\. [^]*desk \(server\): live\n.* api +\S+ (Alert|Urgent) /,
    )
    await eventually(
      async () => (await withInput(laptop, acknowledge)).out,
      /^desk: done\. Acknowledged: 1 alert\./,
    )
    expect(await ok(laptop, ['hub', 'ask', 'desk', 'mute', 'api', '--for', '2h', '--wait'])).toMatch(
      /^desk: done\. Muted\./,
    )
    const unmute = ['hub', 'ask', 'desk', 'unmute', 'api', '--wait']
    for (const said of [/^desk: done\. It is muted no more\./, /^desk: already\. /])
      expect(await ok(laptop, unmute)).toMatch(said)
    for (const wrong of [
      'snooze api',
      'mute api',
      'unmute api --for 2h',
      'wake api --for 2h',
      'mute api --for soon',
    ])
      expect((await withInput(laptop, ['hub', 'ask', 'desk', ...wrong.split(' ')])).code).toBe(2)
    writeFileSync(listOf(), quiet)
    await ok(desk, ['beat', 'api', '--wait'])
  })

  it('read a list where its thread allows it, suggest a line to it, and hear what became of it', async () => {
    const held = (): string => server().sql('fleet', 'select body::text from threadbeat.advice').join('\n')
    writeFileSync(listOf(), '## Quick Tasks\n- [ ] Is the first release out?\n')
    expect(held()).toBe('')
    expect(await withInput(laptop, ['hub', 'run', 'desk', 'api'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^desk: refused\. Other machines may not read the list of "api"/) as string,
    })
    await ok(desk, ['set', 'share-list', 'on', '--thread', 'api'])
    await eventually(async () => held(), 'Is the first release out?')
    await withInput(desk, ['beat', 'api', '--wait']) // whichever beat is the last one then, it works that line
    await eventually(
      () => ok(laptop, ['hub', 'run', 'desk', 'api']),
      /^api on desk: \S.*\n {2}\w.*: Is the first release out\?/,
    )
    const told = "select ended_text from threadbeat.mail where verb = 'fetch-run' and ended_text like '{%'"
    await eventually(async () => server().sql('fleet', told).join(), /^$/)
    const line = ['suggest', 'add', 'Run `git fsck`', '--tier', 'daily', '--to', 'api on desk'] as const
    const elsewhere = await withInput(laptop, [...line.slice(0, -1), 'web on desk', '--yes'])
    expect(elsewhere.err).toContain('No thread of another machine is called "web on desk"')
    expect(await ok(laptop, [...line, '--yes'])).toMatch(/^Offered to api on desk\. It is suggestion \d+ for/)
    await eventually(
      () => ok(desk, ['suggest']),
      /api: Run `git fsck` \(daily\).*\n {2}you on laptop offered it/,
    )
    await eventually(() => ok(laptop, ['suggest']), /Offered to api on desk, as suggestion \d+ .* waits/)
    expect(await ok(laptop, [...line, '--yes'])).toMatch(/^api on desk: already\. It is suggestion \d+ there/)
    await ok(desk, ['suggest', 'decline', 'api', '1', 'the disk does it'])
    await eventually(() => ok(laptop, ['suggest']), /git fsck.*declined, "the disk does it"/)
    expect(server().sql('fleet', "select count(*) from threadbeat.advice where kind = 'suggestion'")).toEqual(
      ['1'],
    )
    expect(readFileSync(listOf(), 'utf8')).not.toContain('git fsck')
    await ok(desk, ['set', 'suggestions', 'ignore', '--thread', 'api'])
    const refusal = 'refused. Nothing is suggested to "api", as is set at its own machine.'
    const refused = await withInput(laptop, [...line, '--yes'])
    expect([refused.code, refused.out]).toEqual([1, `api on desk: ${refusal}\n`])
    await eventually(() => ok(laptop, ['suggest']), /Offered to api on desk .*: refused\. Nothing is /)
    await ok(desk, ['set', 'suggestions', 'person', '--thread', 'api'])
    await ok(desk, ['set', 'share-list', 'off', '--thread', 'api'])
    await eventually(async () => (held().includes('first release') ? 'there' : 'gone'), 'gone')
    const events = "select body::text from threadbeat.event where body::text like '%first release%'"
    expect(server().sql('fleet', events)).toEqual([])
    await eventually(
      async () => (await withInput(laptop, ['suggest', 'lines', 'api on desk'])).err,
      /is not known here/,
    )
  })

  it('propose an edit of a line that they read there, and hear that it was accepted', async () => {
    await ok(desk, ['set', 'share-list', 'on', '--thread', 'api'])
    await eventually(
      async () => (await withInput(laptop, ['suggest', 'lines', 'api on desk'])).out,
      /^api on desk, as told at .*\n1 +quick +Is the first release out\?$/m,
    )
    const edit = ['suggest', 'edit', 'api on desk', '1', '--text', 'Is the second release out?'] as const
    expect(await withInput(laptop, [...edit])).toMatchObject({ code: 1 })
    expect(await ok(laptop, [...edit, '--tier', 'daily', '--why', 'it is', '--yes'])).toMatch(
      /^desk: done\. It is suggestion 2 for "api" there/,
    )
    expect(await ok(desk, ['suggest'])).toMatch(
      /second release out\? \(daily\), suggestion 2\n {2}in place of Is the first release out\? \(quick\)\n.*: “it is”/,
    )
    expect(await ok(desk, ['suggest', 'accept', 'api', '2', '--dry-run'])).toMatch(
      /^- - \[ \] Is the first release out\?$[^]*^\+ - \[ \] Is the second release out\?$/m,
    )
    expect(await ok(desk, ['suggest', 'accept', 'api', '2'])).toMatch(
      /second release out\? stands in the daily tasks of api, in place of Is the first release out\? \(quick\)\./,
    )
    expect(readFileSync(listOf(), 'utf8')).toMatch(/## Daily Tasks.*\n+- \[ \] Is the second release out\?/)
    await eventually(
      () => ok(laptop, ['suggest']),
      /second release out\? \(daily\), in place of .*: accepted/,
    )
    expect(await ok(desk, ['suggest', 'undo', '2'])).toContain(
      'the line of api reads Is the first release out? (quick) again, and the suggestion waits for a decision again',
    )
    await ok(desk, ['suggest', 'decline', 'api', '2'])
    await ok(desk, ['set', 'share-list', 'off', '--thread', 'api'])
  })

  it('show what is suggested there, and take a decision about it', async () => {
    const before = readFileSync(listOf(), 'utf8')
    for (const line of ['Run `git count-objects`', 'Run `git worktree list`'])
      await ok(desk, ['suggest', 'add', line, '--tier', 'daily', '--to', 'api', '--yes'])
    await eventually(
      () => ok(laptop, ['suggest']),
      /api on desk: .*worktree list` \(daily\), suggestion 4 there/,
    )
    expect((await withInput(laptop, ['suggest', 'accept', 'api on desk', '9'])).err).toMatch(/: 4, 3\.$/m)
    expect(await ok(laptop, ['suggest', 'accept', 'api on desk', '3'])).toMatch(
      /^desk: done\. The line stands/,
    )
    expect(readFileSync(listOf(), 'utf8')).toContain('- [ ] Run `git count-objects`')
    // That it is decided is told up to a second later.
    await expect
      .poll(() => json(laptop, ['suggest', '--json']), { timeout: 60_000, interval: 200 })
      .toMatchObject({ elsewhere: [{ number: 4 }] })
    await ok(laptop, ['suggest', 'decline', 'api on desk', '4', 'nobody asks'])
    expect(await ok(desk, ['suggest', 'log'])).toMatch(/worktree list.*nobody asks/s)
    await eventually(() => ok(laptop, ['suggest']), /^(?![^]*api on desk: )/)
    writeFileSync(listOf(), before) // a command that waits for its approval is no part of what follows
  })

  it('are told on one line each, whatever they are called', async () => {
    const name = (sql: string): unknown =>
      server().sql('fleet', `update threadbeat.machine set name = ${sql} where name like 'desk%'`)
    name("E'desk\\nnas (server): live'")
    const lines = (text: string): string[] => text.split('\n')
    const forged = /^nas \(server\)/
    const status = await ok(laptop, ['status', '--all-machines'])
    expect(status).toContain('desk nas (server): live (server)')
    expect(lines(status).filter((line) => forged.test(line))).toEqual([])
    const { code, err } = await withInput(laptop, ['hub', 'ask', 'nobody', 'wake', 'api'])
    expect([code, lines(err.trim())]).toEqual([1, [expect.stringContaining('desk nas (server): live')]])
    name("'desk'")
  })

  it('are named to programs by another command than the threads', async () => {
    const { code, err } = await withInput(laptop, ['status', '--all-machines', '--json'])
    expect([code, err]).toEqual([2, expect.stringContaining('threadbeat hub status --json has the machines')])
    const { machines } = await json<{ machines: { name: string }[] }>(laptop, ['hub', 'status', '--json'])
    expect(new Set(machines.map((one) => one.name))).toEqual(new Set(['desk', 'laptop', 'notebook']))
  })

  it('go on without the hub, and tell what happened meanwhile', async () => {
    await server().kill()
    await ok(desk, ['beat', 'api', '--wait'])
    expect(await withInput(laptop, ['status', '--all-machines'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^All quiet on this machine\. [^]*The hub could not be asked: .* What follows is as of .*\n\ndesk \(server\): live, as of .*\n.*api +\S+ .*told/,
      ) as string,
    })
    await stop() // the app that remembers them
    const { out } = await withInput(laptop, ['status', '--all-machines'])
    expect(out).toContain('Of the other machines nothing is known now')
    await serve(laptop)
    await server().start()
    await ok(desk, ['hub', 'rotate'])
    await eventually(() => ok(desk, ['hub', 'status']), /Connected since .*; everything is told/)
  })

  it('found by review: a start tells nothing again of what the hub has', async () => {
    const states = "select machine, id, rev from threadbeat.state where kind = 'thread' order by 1, 2"
    const rows = (): string[] => server().sql('fleet', states)
    await stop()
    await serve(laptop)
    await eventually(() => ok(laptop, ['hub', 'status']), /Connected since .*; everything is told/)
    const before = rows()
    await stop()
    for (const machine of [desk, laptop])
      expect(await ok(machine, ['hub', 'status'])).toMatch(/\nlaptop( \(this one\))? .* stopped since /)
    await serve(laptop)
    await eventually(() => ok(laptop, ['hub', 'status']), /Connected since .*; everything is told/)
    expect(rows()).toEqual(before)
  })
})
