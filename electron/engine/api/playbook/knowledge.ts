import { os, type ApiParts } from '../parts.ts'
import { lookup } from '../lookup.ts'

/** Pages that reflections wrote, and that a person may correct. */
export function knowledgeHandlers({ ports, store }: Pick<ApiParts, 'ports' | 'store'>) {
  const { threadOr } = lookup(store)
  return {
    pages: os.knowledge.pages.handler(({ input, errors }) =>
      store.knowledge.pages(threadOr(input.id, errors).id),
    ),
    save: os.knowledge.save.handler(({ input: { id, was, title, text }, errors }) => {
      const pages = store.knowledge.pages(threadOr(id, errors).id)
      const conflict = (message: string) => errors.CONFLICT({ message })
      if (was !== null && pages.find((page) => page.title === was.title)?.at !== was.at)
        throw conflict(`The page "${was.title}" has changed since you opened it. Nothing was saved.`)
      if (title !== was?.title && pages.some((page) => page.title === title))
        throw conflict(`There is a page "${title}" already. Nothing was saved.`)
      store.together(() => {
        store.knowledge.writePages(id, [{ title, text }], ports.clock.now())
        if (was !== null && was.title !== title) store.knowledge.removePage(id, was.title)
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
