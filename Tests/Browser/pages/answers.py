"""Scripts that fill and read the answers that a browser keeps."""

#: Adds answers that were fetched one after another; returns when they are stored.
FILL = """async (count) => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("vokol");
        request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction("answers", "readwrite");
    const begin = Date.now() - 1000;
    for (let number = 0; number < count; number++) {
        transaction.objectStore("answers").put({ value: {}, fetchedAt: begin + number }, `guest filler ${number}`);
    }
    await new Promise((resolve) => transaction.oncomplete = resolve);
    database.close();
}"""
#: Returns the numbers of the stored ones, once there are few.
STORED = """async (most) => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("vokol");
        request.onsuccess = () => resolve(request.result);
    });
    const read = () => new Promise((resolve) => {
        const request = database.transaction("answers").objectStore("answers").getAllKeys();
        request.onsuccess = () => resolve(request.result);
    });
    let keys = await read();
    for (let turn = 0; keys.length > most && turn < 100; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        keys = await read();
    }
    database.close();
    return keys.filter((key) => key.startsWith("guest filler ")).map((key) => Number(key.split(" ")[2]));
}"""
#: Removes the answers.
FORGET = """async () => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("vokol");
        request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction("answers", "readwrite");
    transaction.objectStore("answers").clear();
    await new Promise((resolve) => transaction.oncomplete = resolve);
    database.close();
}"""
#: Makes the kept cities older than every other answer.
AGE_CITIES = """async () => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("vokol");
        request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction("answers", "readwrite");
    const cities = IDBKeyRange.bound("guest museums.bundle ", "guest museums.bundle \\uffff");
    transaction.objectStore("answers").openCursor(cities).onsuccess = ({ target: { result } }) => {
        if (!result) return;
        result.update({ ...result.value, fetchedAt: Date.now() - 86_400_000 });
        result.continue();
    };
    await new Promise((resolve) => transaction.oncomplete = resolve);
    database.close();
}"""
#: Returns true once an answer is stored whose key has a text in it; false if none comes.
HAS_KEY = """async (text) => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("vokol");
        request.onsuccess = () => resolve(request.result);
    });
    let isThere = false;
    for (let turn = 0; !isThere && turn < 100; turn++) {
        if (turn) await new Promise((resolve) => setTimeout(resolve, 50));
        const keys = await new Promise((resolve) => {
            const request = database.transaction("answers").objectStore("answers").getAllKeys();
            request.onsuccess = () => resolve(request.result);
        });
        isThere = keys.some((key) => key.includes(text));
    }
    database.close();
    return isThere;
}"""
