import { TOOL_LIMITS } from '../agents/tool-limits.ts'
import { err, ok, type Result } from '../base/result.ts'
import { isCommitHash, type ReportedScore } from './attempt.ts'
import { usableScore } from './gain.ts'
import { scoreAt, type ScorePlace } from './metric.ts'

/** A result that was dropped as a file. */
export interface DroppedResult extends ReportedScore {
  readonly commit: string | null // null: none is named
}

/**
 * `{"score": 12.5, "class": "tune", "title": "…", "feedback": "…", "commit": "…"}`, all but the score optional, and null
 * for a failed run; where the metric names a JSON path, the score stands there. Other fields are the file's own. The
 * error is a sentence's end, after the file's name.
 */
export function readDropped(text: string, place: ScorePlace, name: string): Result<DroppedResult, string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return err('is no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return err('is no JSON object')
  const fields = value as Readonly<Record<string, unknown>>
  const score = place.kind === 'json' ? scoreAt(value, place.path) : fields['score']
  if (score === undefined)
    return err(place.kind === 'json' ? `has nothing at ${place.path}` : 'has no "score"')
  if (score !== null && usableScore(score) === null)
    return err(
      `has a score that is no number: ${typeof score === 'number' ? score : JSON.stringify(score).slice(0, 80)}`,
    )
  const of = fields['class'] ?? 'real'
  if (of !== 'real' && of !== 'tune')
    return err(`has the class ${JSON.stringify(of).slice(0, 80)}; it is "real" or "tune"`)
  const { titleChars, feedbackChars } = TOOL_LIMITS
  const words = { title: fields['title'] ?? name, feedback: fields['feedback'] ?? '' }
  if (!isText(words.title, titleChars))
    return err(`has a title that is no text of at most ${titleChars} characters`)
  if (!isText(words.feedback, feedbackChars))
    return err(`has a feedback that is no text of at most ${feedbackChars} characters`)
  const commit = fields['commit'] ?? null
  if (commit !== null && !(typeof commit === 'string' && isCommitHash(commit)))
    return err('has a commit that is no hash')
  return ok({ score: usableScore(score), class: of, title: words.title, feedback: words.feedback, commit })
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most
