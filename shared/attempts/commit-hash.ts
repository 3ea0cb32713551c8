/** Whole or abbreviated: nothing that git would take for an option or a name. */
export const isCommitHash = (text: string): boolean => /^[0-9a-f]{7,64}$/.test(text)
