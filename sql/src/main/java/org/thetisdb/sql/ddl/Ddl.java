package org.thetisdb.sql.ddl;

/** A statement that defines something. */
public sealed interface Ddl
    permits AlterName,
        AlterOwner,
        AlterRole,
        AlterSequence,
        AlterTable,
        CommentOn,
        CreateIndex,
        CreateLargeTables,
        CreateProcedure,
        CreateRole,
        CreateSchema,
        CreateSequence,
        CreateTable,
        CreateTableAs,
        CreateView,
        DropObject,
        DropRoles,
        DropSchema,
        GrantRights,
        GrantRoles,
        NoChange,
        TruncateTables {}
