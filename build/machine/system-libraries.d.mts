export function missingSystemPackages(needs: { executable: string; tools?: readonly string[] }): {
  packages: readonly string[]
  because: readonly string[]
}
export function ensureSystemPackages(
  needs: { executable: string; tools?: readonly string[] },
  options: { purpose: string },
): boolean
