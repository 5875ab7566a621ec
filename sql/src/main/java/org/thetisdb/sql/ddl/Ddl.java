package org.thetisdb.sql.ddl;

/** A statement that defines something. */
public sealed interface Ddl
    permits AlterName,
        AlterSequence,
        AlterTable,
        CommentOn,
        CreateIndex,
        CreateLargeTables,
        CreateProcedure,
        CreateSchema,
        CreateSequence,
        CreateTable,
        CreateTableAs,
        CreateView,
        DropObject,
        DropSchema,
        NoChange,
        TruncateTables {}
