import { oneLine } from '../base/one-line.ts'

const MAX_TITLE = 200
const MAX_BODY = 4000 // an address of more than 8000 characters is refused by some hosts

/**
 * The address that opens the form of a new issue, filled in; nothing is sent before a person does so there.
 * `page`: the repository's page, as `remotePage` gives it.
 */
export function issueForm(page: string, title: string, body: string): string {
  const isGitlab = (page.split('/')[2] ?? '').split('.').includes('gitlab')
  const [path, titleName, bodyName] = isGitlab
    ? (['/-/issues/new', 'issue[title]', 'issue[description]'] as const)
    : (['/issues/new', 'title', 'body'] as const)
  const pair = (name: string, value: string): string =>
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  return `${page}${path}?${pair(titleName, cut(oneLine(title), MAX_TITLE))}&${pair(bodyName, cut(body, MAX_BODY))}`
}

/** Without half characters: no address can say them. */
const cut = (text: string, max: number): string =>
  `${[...text.slice(0, text.length <= max ? max : max - 1)].filter((c) => !/^[\uD800-\uDFFF]$/.test(c)).join('')}${text.length <= max ? '' : '…'}`
