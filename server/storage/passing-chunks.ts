/**
 * The chunks of a stream, one after the other. The memory of each is given back when the next is asked for: whoever needs
 * one longer copies it. Left to the garbage collector, the chunks of one large file make it go through the whole heap
 * several times, and the process grow by all of them.
 */
export async function* passingChunks(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    yield chunk
    const memory = chunk.buffer as ArrayBuffer
    // A small chunk is a part of memory that others have parts of, too.
    if (memory.byteLength === chunk.byteLength) memory.transfer(0)
  }
}
