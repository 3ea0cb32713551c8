/**
 * The inspector of a process loses the promise that it waits for when memory is collected at the wrong moment, which
 * is nothing that the process did, and may happen again at once where it starts much. What is asked must bear being
 * asked twice; how often is bounded by the test's own time.
 */
export function untilAnswered<Given extends readonly unknown[], Answer>(
  ask: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    for (;;)
      try {
        return await ask(...given)
      } catch (error) {
        if (!String(error).includes('promise was garbage collected')) throw error
      }
  }
}
