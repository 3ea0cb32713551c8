import { expect, it } from 'vitest'
import { hunksOf } from './changed-file.tsx'

it('shows changed lines with two around them', () => {
  expect(
    hunksOf(['  a', '  b', '  c', '+ d', '  e', '  f', '  g', '  h', '  i', '  j', '- k'].join('\n')),
  ).toBe(['  b', '  c', '+ d', '  e', '  f', '@ …', '  i', '  j', '- k'].join('\n'))
  expect(hunksOf('  a\n  b')).toBe('')
})
