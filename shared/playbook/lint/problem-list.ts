import type { DocProblem, DocProblemCode } from '../model.ts'

/** More of one kind than this says nothing new. */
export const MAX_PER_CODE = 50

export class ProblemList {
  private readonly found: DocProblem[] = []
  private readonly counts = new Map<DocProblemCode, number>()
  add(
    code: DocProblemCode,
    severity: DocProblem['severity'],
    line: number,
    message: string,
    hint: string,
    more: Pick<DocProblem, 'section'> = {},
  ): void {
    const count = (this.counts.get(code) ?? 0) + 1
    this.counts.set(code, count)
    if (count <= MAX_PER_CODE) this.found.push({ code, severity, line, message, hint, ...more })
  }
  isFull(code: DocProblemCode): boolean {
    return (this.counts.get(code) ?? 0) >= MAX_PER_CODE
  }
  inOrder(): readonly DocProblem[] {
    return this.found.sort((a, b) => a.line - b.line)
  }
}
