import { constants } from 'node:fs'
import { opendir, realpath, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Usage } from '../../../../shared/agents/agent-turn.ts'
import { openRegularFile, readRegularFile } from '../../disk/regular-file.ts'
import { asAmount, asObject, asText, eventIn, type CliRequest, type Event } from '../cli.ts'
import { homeFolder } from '../../disk/data-dir.ts'

/**
 * What Gemini CLI keeps of a session, a line for each message; those of the model tell what their request took
 * (0.61). Of a turn it tells that at the end only.
 */
const FIRST_LINE_BYTES = 64 * 1024
const INDEX_BYTES = 4 * 1024 * 1024
const FILES_OF_A_FOLDER = 50_000

/** null: there is none yet. Throws for what is no record of this session. */
export async function openGeminiRecord(request: CliRequest, sessionId: string): Promise<FileHandle | null> {
  const path = await pathOf(request, sessionId)
  if (path === null) return null
  const file = await openRegularFile(path, constants.O_RDONLY, { links: 'refuse' })
  const { bytesRead, buffer } = await file.read(Buffer.alloc(FIRST_LINE_BYTES), 0, FIRST_LINE_BYTES, 0)
  const end = buffer.subarray(0, bytesRead).indexOf(10)
  const first = end === -1 ? null : eventIn(buffer.toString('utf8', 0, end))
  if (first?.['sessionId'] === sessionId) return file
  await file.close()
  if (end === -1 && bytesRead < FIRST_LINE_BYTES) return null
  throw new Error('the record of another session')
}

/** In a folder that an index names by the folder of the project. null: there is none. */
async function pathOf({ environment, repoPath }: CliRequest, sessionId: string): Promise<string | null> {
  const home = join(environment['GEMINI_CLI_HOME'] ?? homeFolder(environment['HOME']), '.gemini')
  const index = await readRegularFile(join(home, 'projects.json'), {
    maxBytes: INDEX_BYTES,
    links: 'refuse',
  }).catch(() => null)
  if (index === null) return null
  const projects = asObject(eventIn(index.bytes.toString('utf8'))?.['projects'])
  const name = asText(projects[repoPath]) ?? asText(projects[await realpath(repoPath).catch(() => '')])
  if (name === null || !/^\w[\w.-]*$/.test(name)) return null
  const folder = join(home, 'tmp', name, 'chats')
  const file = await nameIn(folder, `-${sessionId.slice(0, 8)}.jsonl`)
  return file === null ? null : join(folder, file)
}

async function nameIn(folder: string, ending: string): Promise<string | null> {
  const entries = await opendir(folder).catch(() => null)
  if (entries === null) return null
  let seen = 0
  for await (const { name } of entries) {
    if (name.startsWith('session-') && name.endsWith(ending)) return name
    if (++seen === FILES_OF_A_FOLDER) return null
  }
  return null
}

interface Request {
  readonly id: string
  readonly model: string | null
  readonly usage: Usage
}

/** What a line tells of a request. null: it is about something else. */
export function geminiRequestIn(line: Event): Request | null {
  const tokens = asObject(line['tokens'])
  const id = asText(line['id'])
  const input = asAmount(tokens['input'])
  const output = asAmount(tokens['output'])
  if (line['type'] !== 'gemini' || id === null || input === null || output === null) return null
  const cached = asAmount(tokens['cached']) ?? 0
  return {
    id,
    model: asText(line['model']),
    usage: {
      input: Math.max(0, input - cached) + (asAmount(tokens['tool']) ?? 0),
      cached,
      output: output + (asAmount(tokens['thoughts']) ?? 0),
    },
  }
}
