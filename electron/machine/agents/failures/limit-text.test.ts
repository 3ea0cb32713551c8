import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { limitInError, limitInReply } from './limit-text.ts'

const NOW = Date.UTC(2026, 10, 22, 9, 30) // a Sunday; 10:30 in Berlin
const ZONE = 'UTC'
const at = (...utc: [number, number, number, number?]): number =>
  Date.UTC(2026, utc[0] - 1, utc[1], utc[2], utc[3] ?? 0)

describe('a usage limit', () => {
  it.each<[string, number | null]>([
    ['Claude AI usage limit reached|1795360000', 1795360000 * SECOND],
    ['Claude usage limit reached. Your limit will reset at 3pm (Europe/Berlin).', at(11, 22, 14)],
    ['5-hour limit reached ∙ resets 3pm (Europe/Berlin)', at(11, 22, 14)],
    ['5-hour limit reached ∙ resets 9am (Europe/Berlin)', at(11, 23, 8)],
    ['Weekly limit reached ∙ resets Nov 24, 5pm (Europe/Berlin)', at(11, 24, 16)],
    ["You've hit your session limit · resets 3:15pm", at(11, 22, 15, 15)],
    [
      'You’ve hit your usage limit. Upgrade to Pro (https://example.com/explore/pro), or try again at 3:05 PM.',
      at(11, 22, 15, 5),
    ],
    ["You've hit your usage limit. Try again at Nov 24th, 2026 3:05 PM.", at(11, 24, 15, 5)],
    ["You've hit your usage limit. Upgrade to Pro or try again in 2h 5m.", NOW + 2 * HOUR + 5 * MINUTE],
    [
      "You've hit your usage limit. Try again in 1 day 3 hours 20 minutes.",
      NOW + DAY + 3 * HOUR + 20 * MINUTE,
    ],
    ["You've hit your usage limit. Visit the settings to purchase more credits or try again later.", null],
    ['You’re out of extra usage · resets Mon 9am', at(11, 23, 9)],
    ['The usage limit has been reached', null],
    ['Quota exceeded. Check your plan and billing details.', null],
    ['You exceeded your current quota, please check your plan and billing details.', null],
    ['API Error: Request rejected (429) · Rate limit reached, please try again later.', null],
    ['Credit balance is too low', null],
    ["You've reached your monthly premium requests quota.", null],
  ])('is recognised in an error, and in a reply that is nothing else: %s', (text, resetsAt) => {
    expect(limitInError(text, NOW, ZONE)).toEqual({ resetsAt })
    expect(limitInReply(`\n${text}\n`, NOW, ZONE)).toEqual({ resetsAt })
  })

  it.each<[string, number | null]>([
    ['{"error":{"type":"usage_limit_reached","resets_in_seconds":3600}}', NOW + HOUR],
    ['{"error":{"type":"usage_limit_reached","resets_at":1795360000}}', 1795360000 * SECOND],
    ['Rate limit reached for today', null],
    ['Too many requests. Please wait.', null],
    ['Error: 429 Too Many Requests', null],
    ['insufficient_quota', null],
    ['exceeded retry limit, last status: 429 Too Many Requests', null],
    ['Failed to get response from the AI model; retried 5 times. Last error: 429 quota exceeded', null],
    ['rate_limit_error: retry after 30 seconds', NOW + 30 * SECOND],
    ['unexpected status 429: resets 2026-11-22T12:00:00Z', at(11, 22, 12)],
    ['usage limit reached|1000000000', null], // long past
    ['usage limit reached, resets 3 of your 5 counters', null],
  ])('is recognised in an error: %s', (text, resetsAt) =>
    expect(limitInError(text, NOW, ZONE)).toEqual({ resetsAt }),
  )

  it.each([
    'CI failed: API rate limit reached in test',
    'Rate limit reached in the integration tests of the payment service.',
    'HEARTBEAT_OK',
    'The upstream service answers 429 since noon; the quota of the build account is used up.',
    'Usage limit reached is what the nightly job prints when its disk quota ends. Please look.',
    '## Findings\n\n- `npm test` failed: "usage limit reached"\n- 2 branches are stale\n- CI is ' +
      'red\n- rate limit exceeded in src/api.ts',
    `You've hit your usage limit. ${'This sentence is part of a long report. '.repeat(20)}`,
    'Two open alerts: quota and usage limit reached on staging.',
    "> You've hit your usage limit.\n\nThat is what the bot answered in PR 12; asked its owner.\n\n1. " +
      'wait\n2. retry\n3. tell',
    'Limits are fine.',
    // Found by review: each of these rested all threads.
    'Rate limit exceeded: the nightly CI job cannot pull from Docker Hub.',
    'The request limit was reached, so the deploy failed and was rolled back.',
    'Quota: the build server has used 98 % of its disk.',
    '429: the payment API refuses our key.',
    'Too many requests: staging answers 429 since noon.',
    'Session limit exceeded and users are logged out on production.',
    'Session limit reached. Users are logged out on production.',
    'Usage limit reached: the map tiles are gone.',
    "You've hit your usage limit of map tiles.",
    'You have reached your monthly limit. The mail provider says so in three bounces.',
    'API Error: 429 is in the log of the shop.',
    'Credit balance is too low for the payout of November.',
    '',
  ])('is not seen in a report: %s', (text) => expect(limitInReply(text, NOW, ZONE)).toBeNull())

  it.each([
    'line 429 of src/app.ts: syntax error',
    'There’s an issue with the selected model',
    'Internal server error',
    'ENOSPC: no space left',
    'EDQUOT: disk quota exceeded',
    'Connection refused',
  ])('is not seen in another error: %s', (text) => expect(limitInError(text, NOW, ZONE)).toBeNull())

  it('answers in linear time, whatever comes', () => {
    for (const text of [
      'usage '.repeat(20_000),
      'resets in 1h '.repeat(10_000),
      `you hit your ${' '.repeat(50_000)}`,
      'try again at '.repeat(10_000),
    ]) {
      limitInError(text, NOW, ZONE)
      limitInReply(text, NOW, ZONE)
    }
  }, 5000)
})
