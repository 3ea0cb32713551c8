import type { JobView } from '../../../shared/contract/jobs.ts'
import { CliError, usageError } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'

export async function findJob(client: Client, text: string): Promise<JobView> {
  const matches = matchJob(await client.jobs.list({}), text)
  if (matches.length > 1)
    throw usageError(
      `"${text}" could be ${matches.map((j) => `${j.id} (${j.name} of ${j.threadNumber} ${j.threadName})`).join(', ')}. Use the id.`,
    )
  const [only] = matches
  if (only === undefined) throw new CliError(`There is no job "${text}". \`threadbeat job list\` shows them.`)
  return only
}

/** By id, else by name, else by the beginning of a name. Several: it is for the caller to ask. */
export const matchJob = <T extends Pick<JobView, 'id' | 'name'>>(
  jobs: readonly T[],
  text: string,
): readonly T[] =>
  [
    jobs.filter((j) => j.id === text),
    jobs.filter((j) => j.name === text),
    jobs.filter((j) => j.name.toLowerCase().startsWith(text.toLowerCase())),
  ].find((some) => some.length > 0) ?? []
