package org.thetisdb.sql.info;

import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.GrantDef;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.RoleDef;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;

/** Who was granted what, in {@code information_schema}. Stateless. */
final class PrivilegeRows {
  private static final List<String> COLUMNS =
      List.of(
          "grantor",
          "grantee",
          "table_catalog",
          "table_schema",
          "table_name",
          "privilege_type",
          "is_grantable",
          "with_hierarchy");

  private PrivilegeRows() {}

  static List<VirtualTable> tables() {
    return List.of(
        table(31, "table_privileges", COLUMNS, PrivilegeRows::ofTables),
        table(32, "role_table_grants", COLUMNS, PrivilegeRows::ofRoles),
        table(33, "enabled_roles", List.of("role_name"), PrivilegeRows::enabled),
        table(
            34,
            "applicable_roles",
            List.of("grantee", "role_name", "is_grantable"),
            PrivilegeRows::applicable));
  }

  private static VirtualTable table(
      int number,
      String name,
      List<String> columns,
      java.util.function.Function<InfoContext, Stream<Object[]>> rows) {
    return VirtualTable.of(
        number, VirtualTable.SCHEMA, name, columns, (context, key) -> rows.apply(context));
  }

  private static Stream<Object[]> ofTables(InfoContext context) {
    return grants(context).filter(row -> row != null);
  }

  private static Stream<Object[]> ofRoles(InfoContext context) {
    return grants(context).filter(row -> !row[1].equals("PUBLIC"));
  }

  private static Stream<Object[]> grants(InfoContext context) {
    return context
        .relations()
        .filter(relation -> !(relation instanceof Relation.OfSystem))
        .flatMap(relation -> grants(context, relation));
  }

  private static Stream<Object[]> grants(InfoContext context, Relation relation) {
    Securable object = InfoContext.securable(relation);
    GrantDef grant = context.catalog().rights().grant(object);
    int owner = grant == null ? BuiltInRole.ADMIN.id() : grant.owner();
    Stream<Object[]> all = rows(context, relation, owner, owner, object.kind().all());
    if (grant == null) {
      return all;
    }
    return Stream.concat(
        all,
        grant.entries().stream()
            .flatMap(entry -> rows(context, relation, owner, entry.grantee(), entry.privileges())));
  }

  /** One sees what one was granted, or has granted. */
  private static Stream<Object[]> rows(
      InfoContext context, Relation relation, int owner, int grantee, int privileges) {
    UserRights who = context.rights();
    boolean sees = who.isMemberOf(owner) || grantee == RoleDef.PUBLIC || who.isMemberOf(grantee);
    return (sees ? Privilege.of(privileges) : List.<Privilege>of())
        .stream()
            .map(
                privilege ->
                    InformationSchema.row(
                        context.catalog().rights().nameOf(owner),
                        context.catalog().rights().nameOf(grantee),
                        InformationSchema.CATALOG,
                        relation.schemaName(),
                        relation.simpleName(),
                        privilege.name(),
                        InformationSchema.yesNo(grantee == owner),
                        InformationSchema.yesNo(privilege == Privilege.SELECT)));
  }

  private static Stream<Object[]> enabled(InfoContext context) {
    return context.catalog().rights().roles().stream()
        .filter(role -> context.rights().isMemberOf(role.id()))
        .map(role -> InformationSchema.row(role.name()));
  }

  private static Stream<Object[]> applicable(InfoContext context) {
    return context.catalog().rights().roles().stream()
        .filter(role -> context.rights().isMemberOf(role.id()))
        .flatMap(
            role ->
                role.memberOf().stream()
                    .map(
                        group ->
                            InformationSchema.row(
                                role.name(),
                                context.catalog().rights().nameOf(group),
                                InformationSchema.yesNo(false))));
  }

  /** The name of whoever owns a schema. */
  static String ownerOfSchema(InfoContext context, String name) {
    return context.catalog().rights().nameOf(context.ownerOfSchema(name));
  }

  /** Whether something of a name is in a schema that the user may use. */
  static boolean maySee(InfoContext context, Securable object, String name) {
    Securable schema = Looked.schema(context.catalog(), ObjectName.schema(name));
    UserRights who = context.rights();
    return who.isAdmin()
        || (who.on(object) != 0 && (schema == null || who.may(schema, Privilege.USAGE.bit())));
  }
}
