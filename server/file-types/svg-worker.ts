import { parentPort, workerData } from 'node:worker_threads'
import { inspectDrawing } from './svg-drawing.ts'

// Run by `inspectSvg` as a thread of its own, for one drawing.
parentPort?.postMessage(inspectDrawing(workerData))
