import { parentPort, workerData } from 'node:worker_threads'
import { inspectDrawing } from './svg-drawing.ts'

// `inspectSvg` runs this module in a separate thread, for one drawing.
parentPort?.postMessage(inspectDrawing(workerData))
