import { os, type ApiParts } from '../parts.ts'
import { FOUND_AT_MOST, sameTitle } from '../../../../shared/knowledge/page.ts'
import { lookup } from '../lookup.ts'

/** Pages that agents wrote, and that a person may correct; what a person wrote no agent replaces. */
export function knowledgeHandlers({ ports, store }: Pick<ApiParts, 'ports' | 'store'>) {
  const { threadOr } = lookup(store)
  return {
    pages: os.knowledge.pages.handler(({ input, errors }) =>
      store.knowledge.pages(threadOr(input.id, errors).id),
    ),
    search: os.knowledge.search.handler(({ input }) =>
      store.knowledge.search(input.text, FOUND_AT_MOST, 'all'),
    ),
    save: os.knowledge.save.handler(({ input: { id, was, ...page }, errors }) => {
      const pages = store.knowledge.pages(threadOr(id, errors).id)
      const conflict = (message: string) => errors.CONFLICT({ message })
      if (was !== null && pages.find((page) => page.title === was.title)?.at !== was.at)
        throw conflict(`The page "${was.title}" has changed since you opened it. Nothing was saved.`)
      const other = pages.find(({ title }) => title !== was?.title && sameTitle(title, page.title))
      if (other !== undefined) throw conflict(`There is a page "${other.title}" already. Nothing was saved.`)
      store.together(() => {
        store.knowledge.writePages(id, [{ ...page, by: 'person' }], ports.clock.now())
        if (was !== null && was.title !== page.title) store.knowledge.removePage(id, was.title)
      })
      return null
    }),
    remove: os.knowledge.remove.handler(({ input: { id, title }, errors }) => {
      if (!store.knowledge.removePage(threadOr(id, errors).id, title))
        throw errors.NOT_FOUND({ message: `There is no page "${title}".` })
      return null
    }),
  }
}
