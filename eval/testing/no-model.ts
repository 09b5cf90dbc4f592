import { type ModelAccess, machineLibrary } from '../../src/main/model/model-access.ts'

/** For tests that look at an owner's data only. */
export const noModel: ModelAccess = {
  engine: () => Promise.reject(new Error('this test loads no model')),
  tokenizer: async () => null,
  checks: [],
  library: machineLibrary(),
}
