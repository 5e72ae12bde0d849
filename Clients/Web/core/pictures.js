/**
 * A cache of pictures in memory, bounded in number and in bytes.
 *
 * A picture is fetched with the session's token, which an `<img>` cannot send, and shown from a blob address. The
 * address is revoked when the picture is dropped: pictures that are not shown go first, and among them the least
 * recently used.
 */

/**
 * @typedef {object} Sources The functions that load and release pictures.
 * @property {(path: string, request: { signal: AbortSignal }) => Promise<Response>} fetch
 * @property {(blob: Blob) => string} createURL
 * @property {(url: string) => void} revokeURL
 *
 * @typedef {object} Picture
 * @property {Set<Lease>} leases The leases of the components that show it.
 * @property {AbortController} loading
 * @property {Promise<string>} url
 * @property {string} [made] The address, once it is loaded.
 * @property {number} size
 *
 * @typedef {object} Lease The use of a picture.
 * @property {Promise<string>} url The blob address; rejects if the picture does not load, or is released before.
 * @property {() => void} release Ends the use. A load without leases is aborted; a loaded picture stays until its
 *   memory is needed.
 * @property {() => void} [onDrop]
 */

export const mostPictures = 20;
export const mostBytes = 12_000_000;

export class PictureCache {
  /** The pictures by path, the least recently used first. @type {Map<string, Picture>} */
  #pictures = new Map();
  #sources;
  #most;
  #bytes;

  /** @param {Sources} sources @param {number} [most] @param {number} [bytes] */
  constructor(sources, most = mostPictures, bytes = mostBytes) {
    this.#sources = sources;
    this.#most = most;
    this.#bytes = bytes;
  }

  /** The number of loaded pictures, and their size in bytes. */
  get held() {
    const made = [...this.#pictures.values()].filter((picture) => picture.made);
    return { count: made.length, bytes: made.reduce((sum, { size }) => sum + size, 0) };
  }

  /**
   * Loads a picture, unless it is loaded, and leases it.
   * @param {string} path
   * @param {() => void} [onDrop] Called if the picture is dropped while it is leased; it must no longer be shown.
   * @returns {Lease}
   */
  acquire(path, onDrop) {
    const picture = this.#pictures.get(path) ?? this.#load(path);
    this.#pictures.delete(path);
    this.#pictures.set(path, picture);
    /** @type {Lease} */
    const lease = { url: picture.url, release: () => this.#release(path, picture, lease), onDrop };
    picture.leases.add(lease);
    return lease;
  }

  /** @param {string} path @param {Picture} picture @param {Lease} lease */
  #release(path, picture, lease) {
    picture.leases.delete(lease);
    if (picture.leases.size > 0 || picture.made) return;
    if (this.#pictures.get(path) === picture) this.#pictures.delete(path);
    picture.loading.abort();
  }

  /** Drops every picture, as signing out does. */
  clear() {
    for (const path of [...this.#pictures.keys()]) this.#drop(path);
  }

  /** @param {string} path @returns {Picture} */
  #load(path) {
    const loading = new AbortController();
    /** @type {Picture} */
    const picture = { leases: new Set(), loading, size: 0, url: Promise.resolve("") };
    picture.url = this.#fetch(path, picture);
    return picture;
  }

  /** @param {string} path @param {Picture} picture */
  async #fetch(path, picture) {
    try {
      const response = await this.#sources.fetch(path, { signal: picture.loading.signal });
      if (!response.ok) throw new Error(`The picture was answered with ${response.status}`);
      const blob = await response.blob();
      picture.loading.signal.throwIfAborted();
      picture.made = this.#sources.createURL(blob);
      picture.size = blob.size;
      this.#makeRoom(path);
      return picture.made;
    } catch (error) {
      // A picture that failed is loaded again on its next use.
      if (this.#pictures.get(path) === picture) this.#pictures.delete(path);
      throw error;
    }
  }

  /** @param {string} [newest] The picture that stays in any case. */
  #makeRoom(newest) {
    const isFull = () => {
      const { count, bytes } = this.held;
      return count > this.#most || bytes > this.#bytes;
    };
    // First the pictures that are not shown; then, because memory is limited, those shown the longest.
    for (const mayBeShown of [false, true]) {
      for (const [path, picture] of [...this.#pictures]) {
        if (!isFull()) return;
        if (path !== newest && picture.made && (mayBeShown || picture.leases.size === 0)) this.#drop(path);
      }
    }
  }

  /** @param {string} path */
  #drop(path) {
    const picture = this.#pictures.get(path);
    this.#pictures.delete(path);
    if (picture?.made) this.#sources.revokeURL(picture.made);
    else picture?.loading.abort();
    for (const { onDrop } of picture?.leases ?? []) onDrop?.();
  }
}
