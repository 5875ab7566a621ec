package org.thetisdb.sql.dialect;

import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeFamily;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.core.value.Interval;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.json.Json;

/**
 * Makes the types of one compilation: texts are Unicode, and some values are of classes of ours.
 */
public final class TypeFactory extends JavaTypeFactoryImpl {
  /** Names of columns are compared quickly; so many count as one step. */
  private static final int COLUMNS_OF_STEP = 4;

  private static final RelDataTypeFamily JSON_FAMILY = new Family("JSON");
  private static final RelDataTypeFamily INTERVAL_FAMILY = new Family("INTERVAL");

  TypeFactory() {
    super(ThetisTypeSystem.INSTANCE);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  protected RelDataType canonize(RelDataType type) {
    CompileBudget.step();
    return super.canonize(type);
  }

  /** A row's type costs as much as it has columns. */
  @Override
  protected RelDataType canonize(
      StructKind kind, List<String> names, List<RelDataType> types, boolean nullable) {
    CompileBudget.steps(1 + names.size() / COLUMNS_OF_STEP);
    return super.canonize(kind, names, types, nullable);
  }

  @Override
  public Type getJavaClass(RelDataType type) {
    CompileBudget.step();
    return super.getJavaClass(type);
  }

  /** The type of JSON, which may be null. */
  static RelDataType json(RelDataTypeFactory types) {
    TypeFactory ours = (TypeFactory) types;
    return ours.canonize(ours.new OwnType(Json.class, true));
  }

  static boolean isJson(RelDataType type) {
    return type instanceof OwnType own && own.getJavaClass() == Json.class;
  }

  /** The type of intervals, which may be null. */
  static RelDataType interval(RelDataTypeFactory types) {
    TypeFactory ours = (TypeFactory) types;
    return ours.canonize(ours.new OwnType(Interval.class, true));
  }

  static boolean isInterval(RelDataType type) {
    return type instanceof OwnType own && own.getJavaClass() == Interval.class;
  }

  /** Values of a class of ours have nothing in common with others. */
  @Override
  public RelDataType leastRestrictive(List<RelDataType> types, SqlTypeMappingRule rule) {
    if (types.stream().noneMatch(OwnType.class::isInstance)) {
      return super.leastRestrictive(types, rule);
    }
    RelDataType own = types.stream().filter(OwnType.class::isInstance).findFirst().orElseThrow();
    boolean same =
        types.stream()
            .allMatch(
                type ->
                    type.getSqlTypeName() == SqlTypeName.NULL
                        || SqlTypeUtil.equalSansNullability(this, type, own));
    return same
        ? createTypeWithNullability(own, types.stream().anyMatch(RelDataType::isNullable))
        : null;
  }

  @Override
  public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
    return type instanceof OwnType own
        ? canonize(new OwnType((Class<?>) own.getJavaClass(), nullable))
        : super.createTypeWithNullability(type, nullable);
  }

  /** Types whose values can be compared. */
  private record Family(String name) implements RelDataTypeFamily {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Values of a class of ours. */
  private final class OwnType extends RelDataTypeFactoryImpl.JavaType {
    OwnType(Class<?> of, boolean nullable) {
      super(of, nullable);
    }

    /** The same whether it may be null or not. */
    @Override
    public RelDataTypeFamily getFamily() {
      return getJavaClass() == Json.class ? JSON_FAMILY : INTERVAL_FAMILY;
    }

    @Override
    protected void generateTypeString(StringBuilder out, boolean withDetail) {
      out.append(((Class<?>) getJavaClass()).getSimpleName().toUpperCase(Locale.ROOT));
    }
  }
}
