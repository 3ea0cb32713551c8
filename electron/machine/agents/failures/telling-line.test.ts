import { expect, it } from 'vitest'
import { tellingLine } from './telling-line.ts'

it('found by a user: what npm says of itself is no cause, where any other line is there', () => {
  const failed = '12 passing\n1 failing\n\n'
  const notices = 'npm notice\nnpm notice New major version of npm available!\nnpm notice\n'
  expect(tellingLine(`${failed}${notices}`)).toBe('1 failing')
  expect(tellingLine(`npm warn deprecated x\n${failed}npm WARN old lockfile\n`)).toBe('1 failing')
  expect(tellingLine(`npm error code 1\n${notices}`)).toBe('npm error code 1')
  expect(tellingLine(notices)).toBe('npm notice')
  expect(tellingLine('npm warning lights are red\n')).toBe('npm warning lights are red')
})
