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
import org.apache.calcite.sql.type.BasicSqlType;
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

  public static boolean isJson(RelDataType type) {
    return type instanceof OwnType own && own.getJavaClass() == Json.class;
  }

  /** The type of intervals, which may be null. */
  public static RelDataType interval(RelDataTypeFactory types) {
    TypeFactory ours = (TypeFactory) types;
    return ours.canonize(ours.new OwnType(Interval.class, true));
  }

  public static boolean isInterval(RelDataType type) {
    return type instanceof OwnType own && own.getJavaClass() == Interval.class;
  }

  /** The type of decimals each of which keeps its own scale. */
  static RelDataType anyDecimal(RelDataTypeFactory types) {
    TypeFactory ours = (TypeFactory) types;
    return ours.canonize(new AnyDecimal(false));
  }

  public static boolean isAnyDecimal(RelDataType type) {
    return type instanceof AnyDecimal;
  }

  /** A decimal without digits is one of any scale. */
  @Override
  public RelDataType createSqlType(SqlTypeName name) {
    return name == SqlTypeName.DECIMAL ? anyDecimal(this) : super.createSqlType(name);
  }

  /** What has no digits, or all that there are, is of any scale. */
  @Override
  public RelDataType createSqlType(SqlTypeName name, int precision, int scale) {
    boolean any =
        name == SqlTypeName.DECIMAL
            && (precision < 0
                || scale == RelDataType.SCALE_NOT_SPECIFIED
                || precision >= ThetisTypeSystem.MOST_DIGITS);
    return any ? anyDecimal(this) : super.createSqlType(name, precision, scale);
  }

  /** Whole numbers that become decimals have no digits behind the point, of whatever else. */
  @Override
  public RelDataType decimalOf(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        ? type
        : createTypeWithNullability(anyDecimal(this), type.isNullable());
  }

  /**
   * Values of a class of ours have nothing in common with others; decimals of different digits, and
   * decimals and whole numbers, are decimals that keep their scale.
   */
  @Override
  public RelDataType leastRestrictive(List<RelDataType> types, SqlTypeMappingRule rule) {
    if (types.stream().noneMatch(OwnType.class::isInstance)) {
      RelDataType decimal = commonDecimal(types);
      RelDataType common = decimal == null ? commonMoment(types) : decimal;
      return common == null ? super.leastRestrictive(types, rule) : common;
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

  /** Points in time beside clocks without a zone or dates are points in time; else null. */
  private RelDataType commonMoment(List<RelDataType> types) {
    boolean moment = false;
    boolean other = false;
    for (RelDataType type : types) {
      switch (type.getSqlTypeName()) {
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> moment = true;
        case TIMESTAMP, DATE -> other = true;
        case NULL -> {}
        default -> {
          return null;
        }
      }
    }
    return moment && other
        ? createTypeWithNullability(
            createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, TimestampTypes.DIGITS),
            types.stream().anyMatch(RelDataType::isNullable))
        : null;
  }

  /** The type of decimals and whole numbers of which not all are of one type; else null. */
  private RelDataType commonDecimal(List<RelDataType> types) {
    RelDataType first = null;
    boolean decimal = false;
    boolean same = true;
    boolean nullable = false;
    for (RelDataType type : types) {
      nullable |= type.isNullable();
      if (type.getSqlTypeName() == SqlTypeName.NULL) {
        nullable = true;
        continue;
      }
      if (!SqlTypeUtil.isExactNumeric(type)) {
        return null;
      }
      decimal |= type.getSqlTypeName() == SqlTypeName.DECIMAL;
      same &= first == null || SqlTypeUtil.equalSansNullability(this, first, type);
      first = first == null ? type : first;
    }
    return decimal ? createTypeWithNullability(same ? first : anyDecimal(this), nullable) : null;
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

  /** Decimals without digits: Calcite asks them for a scale, and learns that there is none. */
  private static final class AnyDecimal extends BasicSqlType {
    AnyDecimal(boolean nullable) {
      super(ThetisTypeSystem.INSTANCE, SqlTypeName.DECIMAL, nullable);
    }

    @Override
    public int getPrecision() {
      return PRECISION_NOT_SPECIFIED;
    }

    @Override
    public int getScale() {
      return SCALE_NOT_SPECIFIED;
    }

    @Override
    public BasicSqlType createWithNullability(boolean nullable) {
      return nullable == isNullable ? this : new AnyDecimal(nullable);
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
