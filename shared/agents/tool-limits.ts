import { FOUND_AT_MOST, QUERY_CHARS } from '../knowledge/page.ts'

/**
 * What one call of an agent's tool may carry: said in the tools' schemas, and held again where they act.
 */
export const TOOL_LIMITS = {
  edits: 50,
  textChars: 1000,
  listTasks: 500, // of all tiers, after an edit
  listFlags: 20, // standing after an edit; more of a file written by hand are told in one alert
  notesChars: 200_000, // of the section, after an edit
  notesCharsPerRun: 20_000,
  keyChars: 300,
  reportedTasks: 500,
  evidenceChars: 1000,
  alerts: 20,
  alertChars: 4000,
  attachments: 10,
  pathChars: 500,
  messageChars: 4000,
  messagesPerRun: 3,
  messagesPerDay: 20,
  queryChars: QUERY_CHARS,
  found: FOUND_AT_MOST,
  callsPerRun: 300,
  scoresPerRun: 50,
  titleChars: 200,
  feedbackChars: 4000,
  pagesPerRun: 10,
  pagesOfThread: 60,
  reasonChars: 500, // of a decision about a suggestion
} as const

/** The tools that Threadbeat offers to agents. */
export const TOOL_NAMES = [
  'heartbeat_read',
  'heartbeat_write',
  'report',
  'flag',
  'send_message',
  'list_threads',
  'query_knowledge_base',
  'current_time',
  'elapsed',
  'decide_suggestion',
  'report_score',
  'heartbeat_config',
  'write_reflection',
  'dead_ends',
  'write_page',
] as const
export type ToolName = (typeof TOOL_NAMES)[number]
/** Of a thread whose work is measured. */
export const METRIC_TOOLS: readonly ToolName[] = [
  'report_score',
  'heartbeat_config',
  'dead_ends',
  'write_page',
]
const ASKED_TOOLS: readonly ToolName[] = ['decide_suggestion', 'write_reflection']
/** Offered where nothing of the run itself is asked for; the others only where its prompt asks for them. */
export const USUAL_TOOLS: readonly ToolName[] = TOOL_NAMES.filter(
  (name) => !ASKED_TOOLS.includes(name) && !METRIC_TOOLS.includes(name),
)
