-- Instants are milliseconds since 1970; days are counted since 1970.

-- The timetables whose lessons are in room_lesson.
CREATE TABLE room_source (
    kind text NOT NULL CHECK (kind IN ('group', 'lecturer')),
    -- A group's number or a lecturer's name in addresses.
    subject text NOT NULL,
    fingerprint text NOT NULL,
    -- The time of the university's answer.
    read_at bigint NOT NULL,
    has_timetable boolean NOT NULL,
    -- The days for which it is published; empty: any.
    first_day integer,
    last_day integer,
    PRIMARY KEY (kind, subject)
);

-- The lessons and exams of these timetables, once for each room.
CREATE TABLE room_lesson (
    kind text NOT NULL,
    subject text NOT NULL,
    -- The room's name without spaces, dots and case.
    room text NOT NULL,
    -- The columns that say when it takes place; lesson, as JSON, has them, too.
    lesson_kind text NOT NULL,
    weekday smallint,
    weeks smallint NOT NULL,
    day integer,
    first_day integer,
    last_day integer,
    starts smallint,
    ends smallint,
    is_undated boolean NOT NULL,
    lesson text NOT NULL,
    FOREIGN KEY (kind, subject) REFERENCES room_source ON DELETE CASCADE
);
CREATE INDEX room_lesson_of_source ON room_lesson (kind, subject);
CREATE INDEX room_lesson_of_room ON room_lesson (room);
CREATE INDEX room_lesson_of_weekday ON room_lesson (weekday);
